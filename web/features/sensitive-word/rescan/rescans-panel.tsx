import { cancelRescan, getRescans, type RescanRow, startFullRescan } from '@lectern/contract/features/scan.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { QueryError } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { SmallTable } from '../../../components/small-table.tsx';
import { Status } from '../../../components/status.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { panelHref } from '../panels.ts';
import { causeWords, isUnderWay, outcomeWords, rescanTones, useRescans } from './use-rescans.ts';
import './rescans-panel.css';

type Question = { kind: 'full' } | { kind: 'stop'; row: RescanRow };
const invalidates = [getRescans];

/** Past re-scans with their outcome; administrators can re-scan everything or stop a re-scan. */
export function RescansPanel() {
  const { rescan } = useTexts().sensitiveTools;
  const isAdmin = hasAbility(useCurrentUser().roleId, 'admin');
  const rescans = useRescans();
  const [asked, setAsked] = useState<Question | null>(null);
  const full = useMutationOf(startFullRescan, { invalidates, idempotent: true });
  const stop = useMutationOf(cancelRescan, { invalidates });
  const rows = rescans.data?.rows;
  const told = (title: string) => ({
    onSuccess: () => {
      notify({ level: 'success', title });
      setAsked(null);
    },
  });
  const isFullUnderWay = rows?.some((row) => row.kind === 'full' && isUnderWay(row)) === true;
  const footer = isAdmin && (
    <Button icon="refresh" disabled={!rows || isFullUnderWay} onClick={() => setAsked({ kind: 'full' })}>
      {rescan.full}
    </Button>
  );
  return (
    <Dialog
      open
      className="rescans-panel"
      title={rescan.title}
      onClose={() => navigate(panelHref(null))}
      footer={footer}
    >
      <p>{rescan.text}</p>
      {rescans.error && <QueryError query={rescans} keepsOld={rows !== undefined} />}
      {rescans.isPending && (
        <SkeletonRegion>
          <Skeleton height={120} />
        </SkeletonRegion>
      )}
      {rows?.length === 0 && <EmptyState icon="refresh" title={rescan.never} />}
      {rows && rows.length > 0 && (
        <RescanTable rows={rows} onStop={isAdmin ? (row) => setAsked({ kind: 'stop', row }) : undefined} />
      )}
      <ConfirmDialog
        open={asked?.kind === 'full'}
        title={rescan.fullTitle}
        confirmLabel={rescan.full}
        busy={full.isPending}
        onConfirm={() => full.mutate({}, told(rescan.fullBegun))}
        onClose={() => setAsked(null)}
      >
        {rescan.fullText}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked?.kind === 'stop'}
        title={rescan.stopTitle}
        confirmLabel={rescan.stop}
        look="danger"
        busy={stop.isPending}
        onConfirm={() => asked?.kind === 'stop' && stop.mutate({ params: { id: asked.row.id } }, told(rescan.stopped))}
        onClose={() => setAsked(null)}
      >
        {rescan.stopText}
      </ConfirmDialog>
    </Dialog>
  );
}

type Props = {
  rows: readonly RescanRow[];
  /** Undefined when the user can't stop re-scans. */
  onStop: ((row: RescanRow) => void) | undefined;
};

function RescanTable({ rows, onStop }: Props) {
  const texts = useTexts();
  const { rescan } = texts.sensitiveTools;
  const format = useFormat();
  return (
    <SmallTable
      columns={[
        rescan.what,
        rescan.state,
        { number: rescan.looked },
        rescan.result,
        rescan.began,
        ...(onStop ? [null] : []),
      ]}
      className="rescan-table"
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <td>
            {causeWords(row, texts, format)}
            {row.requestedBy && <small> {fillText(rescan.by, { name: row.requestedBy })}</small>}
          </td>
          <td title={row.cause ?? undefined}>
            <Status tone={rescanTones[row.state]}>{rescan.states[row.state]}</Status>
          </td>
          <td className="table-end">
            {format.number(row.done)}
            {row.total !== null && ` / ${format.number(row.total)}`}
          </td>
          <td>{outcomeWords(row, texts, format)}</td>
          <td className="table-quiet" title={format.dateTime(row.createdAt)}>
            {format.relativeTime(row.createdAt)}
          </td>
          {onStop && (
            <td className="table-end">
              {isUnderWay(row) && (
                <Button size="small" onClick={() => onStop(row)}>
                  {rescan.stop}
                </Button>
              )}
            </td>
          )}
        </tr>
      ))}
    </SmallTable>
  );
}
