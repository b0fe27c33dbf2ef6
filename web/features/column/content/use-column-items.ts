import { type ColumnItem, listColumnItems } from '@lectern/contract/features/column.ts';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import { queryKeyOf } from '../../../lib/queries.ts';

type Page = { rows: ColumnItem[]; more: boolean };
type Pages = InfiniteData<Page, string | undefined>;
type Key = readonly [string, 'pages'];

/** What a column holds, page by page; or what the front site shows of it. */
export function useColumnItems(id: string, { preview = false }: { preview?: boolean } = {}) {
  const client = useQueryClient();
  const query = preview ? { preview: 'true' } : {};
  const first = queryKeyOf(listColumnItems, { params: { id }, query });
  const key: Key = [first[0], 'pages'];
  // What came with the page itself is its first page of rows.
  const came = client.getQueryState<Page>(first);
  const pages = useInfiniteQuery<Page, ApiError, Pages, Key, string | undefined>({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      call(
        listColumnItems,
        { params: { id }, query: { ...query, ...(pageParam && { after: pageParam }) } },
        { signal, quiet: true },
      ),
    initialPageParam: undefined,
    getNextPageParam: (page) => (page.more ? page.rows.at(-1)?.id : undefined),
    ...(came?.data && {
      initialData: { pages: [came.data], pageParams: [undefined] },
      initialDataUpdatedAt: came.dataUpdatedAt,
    }),
  });
  return {
    pages,
    rows: pages.data?.pages.flatMap((page) => page.rows) ?? [],
    /** Shows another order before the server has heard of it. */
    show: (rows: readonly ColumnItem[]) =>
      client.setQueryData<Pages>(key, (known) => known && { ...known, pages: dealt(known.pages, rows) }),
  };
}

/** The rows in pages of the size they came in. */
function dealt(pages: readonly Page[], rows: readonly ColumnItem[]): Page[] {
  let from = 0;
  return pages.map((page) => {
    const own = rows.slice(from, from + page.rows.length);
    from += page.rows.length;
    return { ...page, rows: own };
  });
}
