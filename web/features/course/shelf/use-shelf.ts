import { type ShelfItem, searchShelf, suggestForChapter } from '@lectern/contract/features/chapter.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import { queryKeyOf, queryOf } from '../../../lib/queries.ts';

export type ShelfPart = 'all' | 'suggested';
type Wanted = { text: string; kind: ResourceKind | null };
type Page = { rows: ShelfItem[]; more: boolean };

/** What lies on the shelf of a chapter: everything that fits the words, page by page, or what is suggested for it. */
export function useShelf(chapterId: string | null, part: ShelfPart, { text, kind }: Wanted) {
  const params = { id: chapterId ?? '' };
  const query = { ...(text && { search: text }), ...(kind && { kind }) };
  const found = useInfiniteQuery<Page, ApiError, { pages: Page[] }, readonly [string, 'pages'], number>({
    queryKey: [queryKeyOf(searchShelf, { params, query })[0], 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(searchShelf, { params, query: { ...query, offset: pageParam } }, { signal, quiet: true }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.more ? pages.reduce((sum, page) => sum + page.rows.length, 0) : undefined),
    enabled: chapterId !== null && part === 'all',
    placeholderData: keepPreviousData,
  });
  const suggested = useQuery({
    ...queryOf(suggestForChapter, { params }, { quiet: true }),
    enabled: chapterId !== null && part === 'suggested',
  });
  const isAll = part === 'all';
  const asked = isAll ? found : suggested;
  const rows = isAll ? (found.data?.pages.flatMap((page) => page.rows) ?? []) : (suggested.data?.rows ?? []);
  return {
    rows,
    words: suggested.data?.words ?? [],
    pending: asked.isPending,
    done: asked.isSuccess,
    error: asked.error,
    refetch: () => void asked.refetch(),
    more: isAll && found.hasNextPage,
    fetchingMore: found.isFetchingNextPage,
    fetchMore: () => void found.fetchNextPage(),
  };
}
