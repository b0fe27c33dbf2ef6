import { getReading, listReadings, type ReadingPart, type ReadingSource } from '@lectern/contract/features/reading.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../../../lib/api-client.ts';
import type { ApiError } from '../../../../lib/api-error.ts';
import { queryKeyOf, queryOf } from '../../../../lib/queries.ts';

type Options = {
  id: string;
  source: ReadingSource;
  readingId: string;
  count: number;
  /** Number of the first part to load. */
  start?: number;
  size?: number;
  words?: boolean;
  /** Keeps loading until all parts are there, such as for a search. */
  all?: boolean;
};

/** Loads parts of a text page by page, in both directions from `start`. */
export function useReadingParts({
  id,
  source,
  readingId,
  count,
  start = 1,
  size = 10,
  words = false,
  all = false,
}: Options) {
  const first = Math.floor((start - 1) / size) * size + 1;
  const request = { params: { id, source }, query: { readingId, size, words: String(words) } };
  const found = useInfiniteQuery({
    queryKey: [...queryKeyOf(getReading, { ...request, query: { ...request.query, from: first } }), 'parts'],
    queryFn: ({ pageParam, signal }): Promise<ReadingPart[]> =>
      call(getReading, { ...request, query: { ...request.query, from: pageParam } }, { quiet: true, signal }).then(
        ({ parts }) => parts,
      ),
    initialPageParam: first,
    getNextPageParam: (_last, _all, from) => (from + size <= count ? from + size : undefined),
    getPreviousPageParam: (_first, _all, from) => (from > 1 ? Math.max(1, from - size) : undefined),
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = found;
  const goesOn = all && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  const parts = useMemo(() => found.data?.pages.flat() ?? [], [found.data]);
  return { ...found, error: found.error as ApiError | null, parts };
}

/** Current readings of a resource: at most one per source. */
export function useReadings(id: string, sources: readonly ReadingSource[], enabled = true) {
  const readings = useQuery({ ...queryOf(listReadings, { params: { id } }, { quiet: true }), enabled });
  const current = readings.data?.filter((one) => one.current && sources.includes(one.source)) ?? [];
  return { ...readings, current };
}
