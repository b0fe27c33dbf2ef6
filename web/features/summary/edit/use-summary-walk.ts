import { summaryNeighbours } from '@lectern/contract/features/summary.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { placeOf, type Walk } from '../../../components/walk/walk.ts';
import { queryOf } from '../../../lib/queries.ts';
import { listHref, summaryHref } from '../summary-href.ts';

/** The summaries before and after this one in the view of the list. */
export function useSummaryWalk(id: string): Walk {
  const { searchStr } = useLocation();
  const view = new URLSearchParams(searchStr).get('view') ?? '';
  // An approval takes it out of its tab; who comes next is who came next before.
  const { data } = useQuery({
    ...queryOf(summaryNeighbours, { params: { id }, query: { view } }, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return {
    previous: data?.previous ? summaryHref(data.previous.id, view) : null,
    next: data?.next ? summaryHref(data.next.id, view) : null,
    ...placeOf(data),
    list: listHref(view),
  };
}
