import { subtitleList } from '@lectern/contract/features/subtitle.ts';
import { subtitleNeighbours } from '@lectern/contract/features/subtitle-change.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { subtitleHref } from '../../../components/subtitle/subtitle-href.ts';
import { placeOf, type Walk } from '../../../components/walk/walk.ts';
import { queryOf } from '../../../lib/queries.ts';

/** The videos before and after this one in the view of the list. */
export function useSubtitleWalk(id: string): Walk {
  const { searchStr } = useLocation();
  const view = new URLSearchParams(searchStr).get('view');
  const { data } = useQuery({
    ...queryOf(subtitleNeighbours, { params: { id }, query: { view: view ?? '' } }, { quiet: true }),
    // Whoever did not come from a list is nowhere in it.
    enabled: view !== null,
    staleTime: 60_000,
    retry: false,
  });
  return {
    previous: data?.previous ? subtitleHref(data.previous.id, { view }) : null,
    next: data?.next ? subtitleHref(data.next.id, { view }) : null,
    ...placeOf(data),
    list: view ? `${subtitleList.page}?${view}` : subtitleList.page,
  };
}
