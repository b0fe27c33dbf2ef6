import { reviewNeighbours } from '@lectern/contract/features/review.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { queryOf } from '../../../lib/queries.ts';
import { queueHref, reviewHref } from '../review-href.ts';

/** The queue that a review was opened from, and the pages of those before and after it there. */
export function useReviewWalk(id: string) {
  const { searchStr } = useLocation();
  const view = new URLSearchParams(searchStr).get('view') ?? '';
  // A decision takes it out of the queue; who comes next is who came next before.
  const { data } = useQuery({
    ...queryOf(reviewNeighbours, { params: { id }, query: { view } }, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { before = null, after = null } = data ?? {};
  return {
    /** Counted from 1 over the whole view; null: further than anybody counts. */
    position: before === null ? null : before + 1,
    count: before === null || after === null ? null : before + 1 + after,
    previous: data?.previous ? reviewHref(data.previous, view) : null,
    next: data?.next ? reviewHref(data.next, view) : null,
    queue: queueHref(view),
  };
}
export type ReviewWalk = ReturnType<typeof useReviewWalk>;
