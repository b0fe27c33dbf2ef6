import { listResources } from '@lectern/contract/features/resource.ts';
import { keepDuplicates, listDuplicates, mergeDuplicates } from '@lectern/contract/features/resource-action.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { ResourceLink } from '../../../components/resource/resource-link.tsx';
import { ResourceState } from '../../../components/resource/resource-state.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { Switch } from '../../../components/switch.tsx';
import { call } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import type { CallOutput } from '../../../lib/callable.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { joinClauses, joinNames, labelled } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryKeyOf, useMutationOf } from '../../../lib/queries.ts';
import { panelHref } from './panels.ts';
import './duplicates.css';

type Page = CallOutput<typeof listDuplicates>;

/** Resources with identical files, grouped; the largest waste first. */
export function Duplicates() {
  const { resourceDialogs } = useTexts();
  const words = resourceDialogs.duplicates;
  const [decided, setDecided] = useState(false);
  const query = useInfiniteQuery<Page, ApiError, Page[], readonly string[], string | undefined>({
    queryKey: [...queryKeyOf(listDuplicates, { query: { decided } })],
    queryFn: ({ pageParam, signal }) =>
      call(listDuplicates, { query: { decided: String(decided), after: pageParam } }, { quiet: true, signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages,
    staleTime: 0,
  });
  const groups = query.data?.flatMap((page) => page.groups);
  return (
    <Dialog open className="duplicates" title={words.title} onClose={() => navigate(panelHref(null))}>
      <p>{words.text}</p>
      <Switch label={words.decided} checked={decided} onChange={setDecided} />
      {query.error && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && (
        <SkeletonRegion className="duplicates-wait">
          <Skeleton width="30%" />
          <Skeleton height={150} />
          <Skeleton height={150} />
        </SkeletonRegion>
      )}
      {groups?.length === 0 && <EmptyState icon="done" title={words.empty} />}
      {groups?.map((group) => (
        <DuplicateGroup key={group.sha256} group={group} onSettled={() => void query.refetch()} />
      ))}
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </Dialog>
  );
}

/** One group of duplicates: merge into one, or keep all. */
function DuplicateGroup({ group, onSettled }: { group: TwinGroup; onSettled: () => void }) {
  const { resourceDialogs } = useTexts();
  const words = resourceDialogs.duplicates;
  const { bytes, number } = useFormat();
  const isEditor = hasAbility(useCurrentUser().roleId, 'editor');
  const [keeping, setKeeping] = useState<Twin | null>(null);
  const keepAll = useMutationOf(keepDuplicates, {});
  const merge = useMutationOf(mergeDuplicates, { invalidates: [listResources] });
  const { sha256, sizeBytes, resources, keptBy } = group;
  const others = resources.filter(({ id }) => id !== keeping?.id);
  const tell = (title: string) => {
    setKeeping(null);
    notify({ level: 'success', title });
    onSettled();
  };
  const mergeInto = (twin: Twin) =>
    merge.mutate(
      { body: { sha256, keepId: twin.id, mergeIds: others.map(({ id }) => id) } },
      { onSuccess: () => tell(fillText(words.merged, { title: twin.title })) },
    );
  return (
    <section className="duplicate-group" aria-label={resources[0]?.title}>
      <div className="duplicate-group-head">
        <strong>{fillText(words.group, { count: number(resources.length), size: bytes(sizeBytes) })}</strong>
        <span>
          {keptBy
            ? fillText(words.keptBy, { name: keptBy })
            : fillText(words.waste, { size: bytes(sizeBytes * (resources.length - 1)) })}
        </span>
        {isEditor && !keptBy && (
          <Button
            size="small"
            busy={keepAll.isPending}
            onClick={() => keepAll.mutate({ body: { sha256 } }, { onSuccess: () => tell(words.kept) })}
          >
            {words.keepAll}
          </Button>
        )}
      </div>
      <div className="duplicate-group-twins">
        {resources.map((twin) => (
          <DuplicateCard key={twin.id} twin={twin} onKeep={isEditor ? () => setKeeping(twin) : undefined} />
        ))}
      </div>
      <ConfirmDialog
        open={keeping !== null}
        title={fillText(words.mergeTitle, { count: number(others.length), title: keeping?.title ?? '' })}
        confirmLabel={words.merge}
        busy={merge.isPending}
        onConfirm={() => keeping && mergeInto(keeping)}
        onClose={() => setKeeping(null)}
      >
        {words.mergeText}
      </ConfirmDialog>
    </section>
  );
}

/** One duplicate, with what tells it apart from the others. */
function DuplicateCard({ twin, onKeep }: { twin: Twin; onKeep?: (() => void) | undefined }) {
  const { resourceDialogs, resourceList, words } = useTexts();
  const texts = resourceDialogs.duplicates;
  const format = useFormat();
  const place = twin.folder ? `${twin.library.name} / ${twin.folder.name}` : twin.library.name;
  const facts = [
    { label: resourceList.columns.state, value: <ResourceState {...twin} /> },
    { label: resourceList.columns.owner, value: twin.owner.name },
    { label: texts.place, value: place },
    { label: resourceList.columns.columns, value: joinNames(twin.columns.map(({ name }) => name)) || words.noneOfThem },
    { label: texts.uses, value: fillText(texts.usesCount, { count: format.number(twin.uses) }) },
    { label: texts.added, value: format.dateTime(twin.createdAt) },
    { label: texts.changed, value: format.dateTime(twin.updatedAt) },
  ];
  return (
    <div className="duplicate-card">
      <ResourceLink resource={twin} />
      <FactList facts={facts} />
      {onKeep && (
        <Button size="small" onClick={onKeep} aria-label={labelled(texts.merge, joinClauses(twin.title, place))}>
          {texts.merge}
        </Button>
      )}
    </div>
  );
}

/** Resources with identical files. */
type TwinGroup = CallOutput<typeof listDuplicates>['groups'][number];
type Twin = TwinGroup['resources'][number];
