import { type Favourite, listFavouriteFolders, listFavourites } from '@lectern/contract/features/favourite.ts';
import { type InfiniteData, type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { isAnswerOf, queryKeyOf, queryOf } from '../../lib/queries.ts';

type Page = { rows: Favourite[]; more: boolean };
type Pages = InfiniteData<Page, string | undefined>;
type Key = readonly [string, 'pages'];
type Asked = { folder?: string; search?: string };

export function useFavouriteFolders() {
  return useQuery(queryOf(listFavouriteFolders, {}, { quiet: true }));
}

/** One's own favourites of a folder, page by page. */
export function useFavourites(asked: Asked) {
  const client = useQueryClient();
  useLiveEvents('resource', () => void refreshFavourites(client));
  const first = queryKeyOf(listFavourites, { query: asked });
  const key: Key = [first[0], 'pages'];
  // What came with the page itself is its first page of rows.
  const came = client.getQueryState<Page>(first);
  const pages = useInfiniteQuery<Page, ApiError, Pages, Key, string | undefined>({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      call(listFavourites, { query: { ...asked, ...(pageParam && { after: pageParam }) } }, { signal, quiet: true }),
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
    show: (rows: readonly Favourite[]) =>
      client.setQueryData<Pages>(key, (known) => known && { ...known, pages: dealt(known.pages, rows) }),
  };
}

export function refreshFavourites(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: isAnswerOf([listFavourites, listFavouriteFolders]) });
}

/** The rows in pages of the size they came in. */
function dealt(pages: readonly Page[], rows: readonly Favourite[]): Page[] {
  let from = 0;
  return pages.map((page) => {
    const own = rows.slice(from, from + page.rows.length);
    from += page.rows.length;
    return { ...page, rows: own };
  });
}
