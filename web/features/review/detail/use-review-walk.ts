import { reviewNeighbours } from '@lectern/contract/features/review.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { placeOf, type Walk } from '../../../components/walk/walk.ts';
import { queryOf } from '../../../lib/queries.ts';
import { queueHref, reviewHref } from '../review-href.ts';

/** The queue that a review was opened from, and the pages of those before and after it there. */
export function useReviewWalk(id: string): Walk {
  const { searchStr } = useLocation();
  const view = new URLSearchParams(searchStr).get('view') ?? '';
  // A decision takes it out of the queue; who comes next is who came next before.
  const { data } = useQuery({
    ...queryOf(reviewNeighbours, { params: { id }, query: { view } }, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    ...placeOf(data),
    previous: data?.previous ? reviewHref(data.previous, view) : null,
    next: data?.next ? reviewHref(data.next, view) : null,
    list: queueHref(view),
  };
}
