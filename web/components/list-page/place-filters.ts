import type { FilterValue } from '@lectern/contract/list/filter.ts';

type Placed = { placedBy?: readonly string[] };
type Filters = Record<string, FilterValue>;

/** Those filters that say where one is. */
export function placeOf({ placedBy = [] }: Placed, filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => placedBy.includes(name)));
}

/** Those that leave rows out of what is there. */
export function narrowingOf({ placedBy = [] }: Placed, filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !placedBy.includes(name)));
}
