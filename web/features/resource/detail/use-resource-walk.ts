import { neighbours } from '@lectern/contract/features/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { originHref, originOf, resourceHref } from '../../../components/resource/resource-href.ts';
import { queryOf } from '../../../lib/queries.ts';

/** The list that a resource was opened from, and the pages of those before and after it there. */
export function useResourceWalk(id: string) {
  const { searchStr } = useLocation();
  const origin = originOf(searchStr);
  const query = { list: origin?.list ?? ('resource' as const), view: origin?.view ?? '' };
  const found = useQuery({
    ...queryOf(neighbours, { params: { id }, query }, { quiet: true }),
    enabled: origin !== undefined,
    staleTime: 60_000,
  }).data;
  const tab = new URLSearchParams(searchStr).get('tab');
  const hrefOf = (neighbour: NonNullable<typeof found>['next'] | undefined) => {
    if (!neighbour) return null;
    const href = resourceHref(neighbour, origin);
    return tab ? `${href}${href.includes('?') ? '&' : '?'}tab=${tab}` : href;
  };
  return {
    /** Counted from 1 over the whole view; null: further than anybody counts. */
    position: isNumber(found?.before) ? found.before + 1 : null,
    count: isNumber(found?.before) && isNumber(found.after) ? found.before + 1 + found.after : null,
    /** Whether it was opened from a list at all. */
    walks: origin !== undefined,
    previous: hrefOf(found?.previous),
    next: hrefOf(found?.next),
    list: originHref(origin),
    listId: query.list,
  };
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number';
}
export type ResourceWalk = ReturnType<typeof useResourceWalk>;
