import { listSessions, revokeOtherSessions, revokeSession, type SessionRow } from '@lectern/contract/features/auth.ts';
import { listMyActivity } from '@lectern/contract/features/profile.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { QueryError } from '../../components/error-panel.tsx';
import { Icon } from '../../components/icon.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { SmallTable } from '../../components/small-table.tsx';
import { Status } from '../../components/status.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import '../../components/table.css';

const invalidates = [listSessions, listMyActivity];

/** The user's active sessions, with a way to end them. */
export function SessionsTab() {
  const { profile } = useTexts();
  const sessions = useQuery(queryOf(listSessions, {}, { quiet: true }));
  const [asked, setAsked] = useState<SessionRow | 'others' | null>(null);
  const endOne = useMutationOf(revokeSession, { invalidates });
  const endOthers = useMutationOf(revokeOtherSessions, { invalidates });
  const rows = sessions.data ?? [];
  const one = asked === 'others' ? null : asked;
  const close = () => setAsked(null);

  const confirmOne = (id: string) =>
    endOne.mutate(
      { params: { id } },
      { onSuccess: () => void notify({ level: 'success', title: profile.ended }), onSettled: close },
    );
  const tellEnded = (count: number) =>
    void notify({ level: 'success', title: fillText(profile.othersEnded, { count }) });
  const confirmOthers = () => endOthers.mutate({}, { onSuccess: ({ ended }) => tellEnded(ended), onSettled: close });
  return (
    <Card
      title={profile.sessionsTitle}
      text={profile.sessionsText}
      aside={
        rows.some((row) => !row.current) && (
          <Button look="danger" onClick={() => setAsked('others')}>
            {profile.endOthers}
          </Button>
        )
      }
    >
      {sessions.isError && (
        <div className="form-notice">
          <QueryError query={sessions} keepsOld={rows.length > 0} />
        </div>
      )}
      {sessions.isPending && <SessionsSkeleton />}
      {rows.length > 0 && <SessionsTable rows={rows} onEnd={setAsked} />}
      {rows.length === 1 && <p className="sessions-none">{profile.onlyThisSession}</p>}
      <ConfirmDialog
        open={one !== null}
        title={profile.endTitle}
        confirmLabel={profile.endConfirm}
        look="danger"
        busy={endOne.isPending}
        onConfirm={() => one && confirmOne(one.id)}
        onClose={close}
      >
        {fillText(profile.endText, { device: one?.device || profile.unknownDevice })}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'others'}
        title={profile.endOthersTitle}
        confirmLabel={profile.endOthers}
        look="danger"
        busy={endOthers.isPending}
        onConfirm={confirmOthers}
        onClose={close}
      >
        {profile.endOthersText}
      </ConfirmDialog>
    </Card>
  );
}

function SessionsTable({ rows, onEnd }: { rows: SessionRow[]; onEnd: (row: SessionRow) => void }) {
  const { profile } = useTexts();
  const format = useFormat();
  return (
    <SmallTable columns={[profile.device, profile.address, profile.signedIn, profile.lastSeen, null]}>
      {rows.map((row) => (
        <tr key={row.id}>
          <td>
            <span className="session-device">
              <Icon name={/iphone|android|mobile|手机/i.test(row.device) ? 'phone' : 'device'} />
              <span className="table-strong">{row.device || profile.unknownDevice}</span>
            </span>
          </td>
          <td className="table-quiet">{row.ip}</td>
          <td>{format.dateTime(row.signedInAt)}</td>
          <td title={format.dateTime(row.lastSeenAt)}>{format.relativeTime(row.lastSeenAt)}</td>
          <td className="table-end">
            {row.current ? (
              <Status tone="ok">{profile.thisSession}</Status>
            ) : (
              <Button
                size="small"
                aria-label={fillText(profile.endOf, { device: row.device || profile.unknownDevice })}
                onClick={() => onEnd(row)}
              >
                {profile.end}
              </Button>
            )}
          </td>
        </tr>
      ))}
    </SmallTable>
  );
}

export function SessionsSkeleton() {
  return (
    <SkeletonRegion className="table-skeleton">
      {[1, 2, 3].map((row) => (
        <div key={row}>
          <Skeleton width="30%" />
          <Skeleton width="12%" />
          <Skeleton width="18%" />
          <Skeleton width="12%" />
        </div>
      ))}
    </SkeletonRegion>
  );
}
