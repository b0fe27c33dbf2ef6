import { listTags, type Tag } from '@lectern/contract/features/tag.ts';
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import { queryKeyOf } from '../../../lib/queries.ts';

const pageSize = 100;

type Pages = InfiniteData<Tag[], string | undefined>;
type Key = readonly [string, 'pages'];

/** Tags whose name contains a text, the most used first, page by page. */
export function useTags(text: string) {
  const query = { text, pageSize };
  return useInfiniteQuery<Tag[], ApiError, Pages, Key, string | undefined>({
    queryKey: [queryKeyOf(listTags, { query })[0], 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listTags, { query: { ...query, ...(pageParam && { after: pageParam }) } }, { signal, quiet: true }),
    initialPageParam: undefined,
    getNextPageParam: (page) => (page.length === pageSize ? page.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
  });
}
