import { listMyActivity } from '@lectern/contract/features/profile.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { ActivityEntry } from './activity-entry.tsx';
import { SessionsSkeleton } from './sessions-table.tsx';

/** How many the first answer holds, and the most that one may ask for. */
const firstSize = 30;
const mostSize = 100;

/** What one did lately, each entry with the values before and after. */
export function ActivityTab() {
  const { profile } = useTexts();
  const [all, setAll] = useState(false);
  const request = all ? { query: { size: mostSize } } : {};
  const activity = useQuery({
    ...queryOf(listMyActivity, request, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const rows = activity.data ?? [];
  return (
    <Card title={profile.activityTitle} text={profile.activityText}>
      {activity.isError && (
        <div className="form-notice">
          <ErrorPanel
            error={activity.error}
            keepsOld={rows.length > 0}
            retrying={activity.isFetching}
            onRetry={() => void activity.refetch()}
          />
        </div>
      )}
      {activity.isPending && <SessionsSkeleton />}
      {activity.isSuccess && rows.length === 0 && (
        <EmptyState icon="audit" title={profile.activityEmptyTitle}>
          {profile.activityEmptyText}
        </EmptyState>
      )}
      <ul className="activity-list">
        {rows.map((row) => (
          <ActivityEntry key={row.id} row={row} />
        ))}
      </ul>
      {!all && rows.length >= firstSize && (
        <div className="activity-more">
          <Button busy={activity.isFetching} onClick={() => setAll(true)}>
            {profile.showMore}
          </Button>
        </div>
      )}
    </Card>
  );
}
