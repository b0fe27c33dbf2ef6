import { getPermissionGroup } from '@lectern/contract/features/permission-group.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { isMissing, MissingPage } from '../../../components/detail/loaded-page.tsx';
import { QueryError } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { groupsHref } from '../group-dialog.ts';
import { draftOf, emptyDraft } from './group-draft.ts';
import { OpenedGroup } from './opened-group.tsx';

/** One permission group, or a new one: its pages, its members and its history. */
export function GroupEditPage() {
  const { searchStr } = useLocation();
  const params = new URLSearchParams(searchStr);
  const id = params.get('id') ?? '';
  const copied = params.get('copy');
  if (id !== 'new') return <StoredGroup key={id} id={id} />;
  return copied ? <CopiedGroup key={copied} id={copied} /> : <OpenedGroup key="new" group={null} start={emptyDraft} />;
}

function StoredGroup({ id }: { id: string }) {
  const group = useGroup(id);
  return group.data ? <OpenedGroup group={group.data} start={draftOf(group.data)} /> : <Waiting group={group} />;
}

/** Starts a new group as a copy of another, without its name. */
function CopiedGroup({ id }: { id: string }) {
  const { permissionGroup } = useTexts();
  const group = useGroup(id);
  if (!group.data) return <Waiting group={group} />;
  const name = fillText(permissionGroup.copyOf, { name: group.data.name });
  return <OpenedGroup group={null} start={{ ...draftOf(group.data), name }} />;
}

function useGroup(id: string) {
  return useQuery({ ...queryOf(getPermissionGroup, { params: { id } }, { quiet: true }), retry: false });
}

function Waiting({ group }: { group: ReturnType<typeof useGroup> }) {
  const { permissionGroup, routes } = useTexts();
  if (isMissing(group.error)) {
    const texts = { title: permissionGroup.missing, text: permissionGroup.missingText };
    return <MissingPage texts={texts} back={{ list: groupsHref, label: permissionGroup.back }} />;
  }
  return (
    <>
      <h1 className="visually-hidden">{routes['system.accessGroup']}</h1>
      {group.error ? (
        <QueryError query={group} />
      ) : (
        <SkeletonRegion>
          <div className="page-stack">
            <Skeleton height={40} />
            <Skeleton height={480} />
          </div>
        </SkeletonRegion>
      )}
    </>
  );
}
