import { type Hit, listHits } from '@lectern/contract/features/review.ts';
import { hitsAtOnce } from '@lectern/contract/review-page-data.ts';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../../lib/queries.ts';

/** The hits of a review by word, in the order of reading; a great many come page by page. */
export function useHits(id: string) {
  /** The last hit of each page before the next. */
  const [ends, setEnds] = useState<readonly string[]>([]);
  const pages = useQueries({
    queries: [undefined, ...ends].map((after) =>
      queryOf(listHits, { params: { id }, query: { size: hitsAtOnce, after } }, { quiet: true }),
    ),
  });
  const rows: Hit[] = pages.flatMap(({ data }) => data?.rows ?? []);
  const last = pages.at(-1);
  return {
    rows,
    pending: pages[0]?.isPending === true,
    error: pages.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const page of pages) if (page.error) void page.refetch();
    },
    more: last?.data?.more === true,
    fetchingMore: pages.length > 1 && last?.isPending === true,
    showMore: () => {
      const end = last?.data?.rows.at(-1);
      if (end) setEnds([...ends, end.id]);
    },
  };
}
export type Hits = ReturnType<typeof useHits>;
