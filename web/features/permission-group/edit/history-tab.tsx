import {
  createPermissionGroup,
  type GroupMember,
  getPermissionGroup,
  listPermissionGroups,
  listPermissionGroupVersions,
  type PermissionGroup,
  type PermissionGroupVersion,
  previewPermissionGroup,
  restorePermissionGroup,
  savePermissionGroup,
} from '@lectern/contract/features/permission-group.ts';
import { getEffectivePermissions } from '@lectern/contract/features/user.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { pageNameOf } from '../../../components/permission/page-name.ts';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { Status } from '../../../components/status.tsx';
import { call } from '../../../lib/api-client.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { EffectDialog, useEffectPreview } from '../effect-dialog.tsx';
import { contentOf, type GroupDraft } from './group-draft.ts';
import './history-tab.css';

const atFirst = 20;
const atMost = 50;
/** Changes listed per version; further ones are only counted. */
const told = 8;

/** Version history of the group, with Restore. */
export function HistoryTab({ group, blocked }: { group: PermissionGroup; blocked: boolean }) {
  const { permissionGroup } = useTexts();
  const { history: words } = permissionGroup;
  const [size, setSize] = useState(atFirst);
  const [restoring, setRestoring] = useState<number | null>(null);
  const request = { params: { id: group.id }, query: { size } };
  const versions = useQuery({
    ...queryOf(listPermissionGroupVersions, request, { quiet: true }),
    placeholderData: (previous) => previous,
  });
  const rows = versions.data?.rows ?? [];
  return (
    <div className="history-tab">
      {versions.error && <ErrorPanel error={versions.error} onRetry={() => void versions.refetch()} />}
      {versions.isPending && (
        <SkeletonRegion>
          <Skeleton height={200} />
        </SkeletonRegion>
      )}
      <ol>
        {rows.map((row, at) => (
          <VersionEntry
            key={row.version}
            row={row}
            before={rows[at + 1]}
            current={row.version === group.version}
            blocked={blocked}
            onRestore={() => setRestoring(row.version)}
          />
        ))}
      </ol>
      {versions.data?.more && size < atMost && <Button onClick={() => setSize(atMost)}>{words.more}</Button>}
      {restoring !== null && <RestoreDialog group={group} toVersion={restoring} onClose={() => setRestoring(null)} />}
    </div>
  );
}

type EntryProps = {
  row: PermissionGroupVersion;
  before: PermissionGroupVersion | undefined;
  current: boolean;
  blocked: boolean;
  onRestore: () => void;
};

function VersionEntry({ row, before, current, blocked, onRestore }: EntryProps) {
  const texts = useTexts();
  const format = useFormat();
  const { history: words } = texts.permissionGroup;
  const changes = changesOf(row, before, texts);
  const rest = changes.length - told;
  const action = fillText(words.causes[row.cause], { version: row.restoredVersion ?? '' });
  return (
    <li>
      <div className="history-head">
        <strong>{fillText(words.version, { version: row.version })}</strong>
        {current && <Status tone="info">{words.current}</Status>}
        <span>
          {row.actor?.name ?? words.nobody} {action}
        </span>
        <time dateTime={row.at} title={format.dateTime(row.at)}>
          {format.relativeTime(row.at)}
        </time>
        {!current && row.cause !== 'deleted' && (
          <Button
            size="small"
            icon="undo"
            disabled={blocked}
            aria-label={fillText(words.restoreOf, { version: row.version })}
            onClick={onRestore}
          >
            {words.restore}
          </Button>
        )}
      </div>
      <ul className="history-changes">
        {changes.slice(0, told).map((change) => (
          <li key={change}>{change}</li>
        ))}
        {rest > 0 && <li>{fillText(words.andMore, { count: format.number(rest) })}</li>}
        {changes.length === 0 && <li>{words.same}</li>}
      </ul>
    </li>
  );
}

type Version = Pick<PermissionGroupVersion, 'name' | 'description' | 'rules' | 'members'>;
const nothing: Version = { name: '', description: '', rules: {}, members: [] };

/** What a version changed compared with the previous one, one sentence per change. */
function changesOf(version: Version, before: Version | undefined, texts: Texts): string[] {
  const { history } = texts.permissionGroup;
  const past = before ?? nothing;
  const page = (path: string) => ({ page: pageNameOf(path, texts) });
  const paths = new Set([...Object.keys(past.rules), ...Object.keys(version.rules)]);
  const rules = [...paths]
    .filter((path) => past.rules[path] !== version.rules[path])
    .map((path) => {
      const flag = version.rules[path];
      const said = flag === undefined ? history.rule.unset : flag === 0 ? history.rule.allow : history.rule.forbid;
      return fillText(said, page(path));
    });
  const named = ({ name }: { name: string | null }) => ({ name: name ?? history.gone });
  const members = [
    ...added(past.members, version.members).map((member) => fillText(history.member.in, named(member))),
    ...added(version.members, past.members).map((member) => fillText(history.member.out, named(member))),
  ];
  return [
    ...(before && past.name !== version.name ? [fillText(history.renamed, { name: version.name })] : []),
    ...(before && past.description !== version.description ? [history.described] : []),
    ...rules,
    ...members,
  ];
}

function added<Member extends GroupMember>(before: readonly GroupMember[], after: readonly Member[]): Member[] {
  return after.filter((one) => !before.some((other) => other.kind === one.kind && other.id === one.id));
}

type Props = { group: PermissionGroup; toVersion: number; onClose: () => void };

/** Previews the effect of restoring a version before doing so. */
function RestoreDialog({ group, toVersion, onClose }: Props) {
  const { permissionGroup } = useTexts();
  const body = { kind: 'restore', groupId: group.id, toVersion } as const;
  const preview = useEffectPreview([body, group.version], () =>
    call(previewPermissionGroup, { body }, { quiet: true }),
  );
  const restore = useMutationOf(restorePermissionGroup, { invalidates: groupCalls, quiet: true, idempotent: true });
  const send = () => {
    const consent = { ...(preview.effect && { digest: preview.effect.digest }), acceptClosed: preview.accepted };
    restore.mutate(
      { params: { id: group.id }, body: { toVersion, version: group.version, ...consent } },
      {
        onSuccess: ({ name }) => {
          notify({
            level: 'success',
            title: fillText(permissionGroup.restoredToast, { name, version: toVersion }),
            text: permissionGroup.savedText,
          });
          onClose();
        },
        onError: () => preview.refetch(),
      },
    );
  };
  return (
    <EffectDialog
      title={fillText(permissionGroup.effect.restoreTitle, { version: toVersion })}
      preview={preview}
      confirmLabel={permissionGroup.history.restore}
      busy={restore.isPending}
      failure={restore.error}
      onConfirm={send}
      onClose={onClose}
    />
  );
}

/** Read calls to invalidate after a group is saved. */
const groupCalls = [listPermissionGroups, getPermissionGroup, listPermissionGroupVersions, getEffectivePermissions];

type SaveDialogProps = {
  group: PermissionGroup | null;
  draft: GroupDraft;
  onClose: () => void;
  onSaved: (id: string) => void;
};

/** Previews the effect of the edits and saves them; the server refuses if the effect has changed since. */
export function SaveDialog({ group, draft, onClose, onSaved }: SaveDialogProps) {
  const { permissionGroup } = useTexts();
  const { effect: words } = permissionGroup;
  const content = contentOf(draft);
  const change = group
    ? ({ kind: 'save', groupId: group.id, content } as const)
    : ({ kind: 'create', content } as const);
  const preview = useEffectPreview([change], () => call(previewPermissionGroup, { body: change }, { quiet: true }));
  const settings = { invalidates: groupCalls, quiet: true, idempotent: true };
  const save = useMutationOf(savePermissionGroup, settings);
  const create = useMutationOf(createPermissionGroup, settings);
  const finish = {
    onSuccess: ({ id, name }: PermissionGroup) => {
      notify({
        level: 'success',
        title: fillText(permissionGroup.saved, { name }),
        text: permissionGroup.savedText,
      });
      onSaved(id);
    },
    onError: () => preview.refetch(),
  };
  const send = () => {
    const consent = { ...(preview.effect && { digest: preview.effect.digest }), acceptClosed: preview.accepted };
    if (group) {
      const body = { ...content, ...consent, version: group.version };
      save.mutate({ params: { id: group.id }, body }, finish);
    } else create.mutate({ body: { ...content, ...consent } }, finish);
  };
  return (
    <EffectDialog
      title={words.title}
      preview={preview}
      confirmLabel={group ? words.save : words.create}
      busy={save.isPending || create.isPending}
      failure={save.error ?? create.error}
      onConfirm={send}
      onClose={onClose}
    />
  );
}
