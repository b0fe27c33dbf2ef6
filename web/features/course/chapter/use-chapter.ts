import { type ChapterView, getChapter } from '@lectern/contract/features/chapter.ts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { queryKeyOf, queryOf } from '../../../lib/queries.ts';

/** One chapter with what it holds; `known`: there is one to ask for. */
export function useChapter(id: string, known = true) {
  return useQuery({ ...queryOf(getChapter, { params: { id } }, { quiet: true }), retry: false, enabled: known });
}

export function keepChapter(client: QueryClient, chapter: ChapterView): void {
  client.setQueryData(queryKeyOf(getChapter, { params: { id: chapter.id } }), chapter);
}
