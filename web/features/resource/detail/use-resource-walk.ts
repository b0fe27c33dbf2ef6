import { workNeighbours } from '@lectern/contract/features/machine-work.ts';
import { neighbours } from '@lectern/contract/features/resource.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import {
  isWorkList,
  type Origin,
  originHref,
  originOf,
  resourceHref,
} from '../../../components/resource/resource-href.ts';
import { queryOf } from '../../../lib/queries.ts';

type Neighbour = { id: string; kind: ResourceKind; row?: string };
type Around = {
  previous: Neighbour | null;
  next: Neighbour | null;
  before: number | null;
  after: number | null;
};

/** The list that a resource was opened from, and the pages of those before and after it there. */
export function useResourceWalk(id: string) {
  const { searchStr } = useLocation();
  const origin = originOf(searchStr);
  const found = useAround(id, origin);
  const tab = new URLSearchParams(searchStr).get('tab');
  const hrefOf = (neighbour: Neighbour | null | undefined) => {
    if (!neighbour || !origin) return null;
    const { list, view } = origin;
    const row = list === 'work' && neighbour.row;
    const href = resourceHref(neighbour, { list, view, ...(row && { row }) });
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
    /** Where deeds on the resource belong to. */
    listId: origin && !isWorkList(origin.list) ? origin.list : ('resource' as const),
  };
}

/** Those around it in the list it was opened from: of resources, or of machine work on them. */
function useAround(id: string, origin: Origin | undefined): Around | undefined {
  const { list = 'resource', view = '', row } = origin ?? {};
  const ofWork = isWorkList(list) ? list : undefined;
  const ofResources = isWorkList(list) ? undefined : list;
  const params = { id };
  const settings = (enabled: boolean) => ({ enabled: origin !== undefined && enabled, staleTime: 60_000 });
  const resources = useQuery({
    ...queryOf(neighbours, { params, query: { list: ofResources ?? 'resource', view } }, { quiet: true }),
    ...settings(ofResources !== undefined),
  });
  const works = useQuery({
    ...queryOf(workNeighbours, { params, query: { list: ofWork ?? 'work', view, row } }, { quiet: true }),
    ...settings(ofWork !== undefined),
  });
  return ofWork ? works.data : resources.data;
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number';
}
export type ResourceWalk = ReturnType<typeof useResourceWalk>;
