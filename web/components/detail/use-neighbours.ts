import type { BoundedCount, ListPage } from '@lectern/contract/list/define-list.ts';
import { type ListAddress, printAddress } from '@lectern/contract/list/list-address.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/queries.ts';
import type { ListDefinition } from '../list-page/list-definition.ts';
import { rowHref, useListAddress } from '../list-page/use-list-address.ts';

export type Neighbours<Row> = {
  id: string;
  /** The row as the list has it, if it is on the page that lies below. */
  row: Row | undefined;
  /** Counted from 1 over the whole view; null when the list below does not show it. */
  position: number | null;
  /** How many the view has. */
  count: BoundedCount | null;
  previous: string | null;
  next: string | null;
  /** The list alone. */
  list: string;
};

/** Where an opened row stands in its list, and the addresses of those before and after it, over the ends of pages. */
export function useNeighbours<Row extends { id: string }>(
  definition: ListDefinition<Row>,
  id: string,
): Neighbours<Row> {
  const { address, pathname, searchStr } = useListAddress(definition.list);
  const page = usePage(definition, address);
  const rows = page?.rows ?? [];
  const at = rows.findIndex((row) => row.id === id);
  const isLast = at >= 0 && at === rows.length - 1;
  const pageAfter = isLast && page?.next ? { ...address, page: address.page + 1, cursor: page.next } : null;
  const pageBefore =
    at === 0 && address.page > 1
      ? { ...address, page: address.page - 1, cursor: (address.page > 2 && page?.previous) || undefined }
      : null;
  const rowsAfter = usePage(definition, pageAfter)?.rows;
  const rowsBefore = usePage(definition, pageBefore)?.rows;

  const hrefOn = (place: ListAddress | null, row: Row | undefined) => {
    if (!row) return null;
    if (!place) return rowHref(pathname, searchStr, row.id);
    const view = new URLSearchParams(searchStr).get('view');
    const fields = { ...printAddress(definition.list, place), ...(view && { view }) };
    return rowHref(pathname, new URLSearchParams(fields).toString(), row.id);
  };
  const row = rows[at];
  return {
    id,
    row,
    position: at < 0 ? null : (address.page - 1) * address.size + at + 1,
    count: page?.count ?? null,
    previous: row ? hrefOn(pageBefore, rows[at - 1] ?? rowsBefore?.at(-1)) : null,
    next: row ? hrefOn(pageAfter, rows[at + 1] ?? rowsAfter?.[0]) : null,
    list: withoutId(pathname, searchStr),
  };
}

/** The list below asked for the same page: this is its answer, not another call. */
function usePage<Row extends { id: string }>(
  { list, endpoint }: ListDefinition<Row>,
  address: ListAddress | null,
): ListPage<Row> | undefined {
  const query = address ? printAddress(list, address) : {};
  const { data } = useQuery({
    ...queryOf(endpoint, { query } as never, { quiet: true }),
    enabled: address !== null,
    staleTime: 60_000,
  });
  return address ? (data as ListPage<Row> | undefined) : undefined;
}

function withoutId(pathname: string, searchStr: string): string {
  const params = new URLSearchParams(searchStr);
  params.delete('id');
  const query = params.toString();
  return query ? `${pathname}?${query}` : pathname;
}
