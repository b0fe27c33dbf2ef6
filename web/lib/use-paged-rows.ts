import { type InfiniteData, type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiError } from './api-error.ts';

type Page<Row> = { rows: Row[]; more: boolean };
type Pages<Row> = InfiniteData<Page<Row>, string | undefined>;

type Options<Row> = {
  /** Query key of the first page, which may have been preloaded with the screen. */
  first: QueryKey;
  fetch: (after: string | undefined, signal: AbortSignal) => Promise<Page<Row>>;
};

/** Rows loaded page by page, each page after the last row of the previous one. */
export function usePagedRows<Row extends { id: string }>({ first, fetch }: Options<Row>) {
  const client = useQueryClient();
  const key = [first[0], 'pages'] as const;
  const known = client.getQueryState<Page<Row>>(first);
  const pages = useInfiniteQuery<Page<Row>, ApiError, Pages<Row>, typeof key, string | undefined>({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetch(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: (page) => (page.more ? page.rows.at(-1)?.id : undefined),
    ...(known?.data && {
      initialData: { pages: [known.data], pageParams: [undefined] },
      initialDataUpdatedAt: known.dataUpdatedAt,
    }),
  });
  return {
    pages,
    rows: pages.data?.pages.flatMap((page) => page.rows) ?? [],
    /** Shows a new order optimistically, before the server has confirmed it. */
    show: (rows: readonly Row[]) =>
      client.setQueryData<Pages<Row>>(key, (old) => old && { ...old, pages: repaginate(old.pages, rows) }),
  };
}

/** Distributes rows over pages of the same sizes. */
function repaginate<Row>(pages: readonly Page<Row>[], rows: readonly Row[]): Page<Row>[] {
  let from = 0;
  return pages.map((page) => {
    const own = rows.slice(from, from + page.rows.length);
    from += page.rows.length;
    return { ...page, rows: own };
  });
}
