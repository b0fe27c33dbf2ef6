import type { SessionRow } from '@lectern/contract/features/auth.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { Status } from '../../components/status.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import '../../components/table.css';

export function SessionsTable({ rows, onEnd }: { rows: SessionRow[]; onEnd: (row: SessionRow) => void }) {
  const { profile } = useTexts();
  const format = useFormat();
  return (
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{profile.device}</th>
            <th scope="col">{profile.address}</th>
            <th scope="col">{profile.signedIn}</th>
            <th scope="col">{profile.lastSeen}</th>
            <td />
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </div>
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
