import type { DetailEndpoints, ObjectActivity } from '@lectern/contract/detail/define-detail.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { queryKeyOf } from '../../lib/queries.ts';
import { Button } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../skeleton.tsx';
import { ActivityEntry } from './activity-entry.tsx';
import type { FieldWords } from './field-words.ts';
import { RevertDialog } from './revert-dialog.tsx';

type Props = {
  calls: Pick<DetailEndpoints, 'listActivity' | 'revertActivity'>;
  id: string;
  /** The version on screen: a revert is refused when it is no longer the newest. */
  version: number;
  words: FieldWords;
  /** The object as it is now, by the names that activities use. */
  current: Readonly<Record<string, unknown>>;
  onReverted: () => void;
};

/** Everything that was done to an object, with before and after, and the way back where there is one. */
export function ActivityTab({ calls, id, version, words, current, onReverted }: Props) {
  const { detail } = useTexts();
  const [asked, setAsked] = useState<ObjectActivity | null>(null);
  const activity = useInfiniteQuery({
    queryKey: [...queryKeyOf(calls.listActivity, { params: { id } }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(calls.listActivity, { params: { id }, query: { before: pageParam } }, { signal, quiet: true }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.more ? Number(page.rows.at(-1)?.id) : undefined),
  });
  const rows = activity.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <div className="detail-activity">
      {activity.isError && (
        <ErrorPanel
          error={activity.error}
          keepsOld={rows.length > 0}
          retrying={activity.isFetching}
          onRetry={() => void activity.refetch()}
        />
      )}
      {activity.isPending && (
        <SkeletonRegion>
          <Skeleton height={120} />
        </SkeletonRegion>
      )}
      {activity.isSuccess && rows.length === 0 && (
        <EmptyState icon="audit" title={detail.activityEmpty}>
          {detail.activityEmptyText}
        </EmptyState>
      )}
      <ol className="detail-activity-list">
        {rows.map((row) => (
          <ActivityEntry key={row.id} row={row} words={words} onRevert={() => setAsked(row)} />
        ))}
      </ol>
      {activity.hasNextPage && (
        <Button busy={activity.isFetchingNextPage} onClick={() => void activity.fetchNextPage()}>
          {detail.showMore}
        </Button>
      )}
      {asked && (
        <RevertDialog
          call={calls.revertActivity}
          id={id}
          version={version}
          activity={asked}
          current={current}
          words={words}
          onReverted={onReverted}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
