import { endUserSession, getUser, listUserSessions } from '@lectern/contract/features/user.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import '../../../components/table.css';

/** Where a user is signed in. */
export function UserSessionsTab({ userId, editable }: { userId: string; editable: boolean }) {
  const { userDetail } = useTexts();
  const format = useFormat();
  const sessions = useQuery(queryOf(listUserSessions, { params: { id: userId } }, { quiet: true }));
  const end = useMutationOf(endUserSession, { invalidates: [listUserSessions, getUser] });
  const rows = sessions.data ?? [];
  return (
    <>
      {sessions.error && <ErrorPanel error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {sessions.isPending && (
        <SkeletonRegion>
          <Skeleton height={90} />
        </SkeletonRegion>
      )}
      {sessions.isSuccess && rows.length === 0 && (
        <EmptyState icon="device" title={userDetail.noSessions}>
          {userDetail.noSessionsText}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{userDetail.device}</th>
              <th scope="col">{userDetail.address}</th>
              <th scope="col">{userDetail.lastSeen}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td className="table-strong">{row.device || userDetail.unknownDevice}</td>
                <td className="table-quiet">{row.ip}</td>
                <td title={format.dateTime(row.lastSeenAt)}>{format.relativeTime(row.lastSeenAt)}</td>
                <td className="table-end">
                  {editable && (
                    <Button
                      size="small"
                      busy={end.isPending && end.variables.params?.sessionId === row.id}
                      aria-label={fillText(userDetail.endSessionOf, { device: row.device || userDetail.unknownDevice })}
                      onClick={() =>
                        end.mutate(
                          { params: { id: userId, sessionId: row.id } },
                          { onSuccess: () => notify({ level: 'success', title: userDetail.sessionEnded }) },
                        )
                      }
                    >
                      {userDetail.endSession}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
