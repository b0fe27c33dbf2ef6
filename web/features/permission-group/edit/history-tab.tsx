import {
  listPermissionGroupVersions,
  type PermissionGroup,
  type PermissionGroupVersion,
} from '@lectern/contract/features/permission-group.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { Status } from '../../../components/status.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { changesOf } from './version-changes.ts';
import './history-tab.css';

const atFirst = 20;
const atMost = 50;
/** So many changes of one version are told in words. */
const told = 8;

/** What the group was after each change, and the way back. */
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
  const deed = fillText(words.causes[row.cause], { version: row.restoredVersion ?? '' });
  return (
    <li>
      <div className="history-head">
        <strong>{fillText(words.version, { version: row.version })}</strong>
        {current && <Status tone="info">{words.current}</Status>}
        <span>
          {row.actor?.name ?? words.nobody} {deed}
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
