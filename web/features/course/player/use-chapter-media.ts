import { getChapterMedia } from '@lectern/contract/features/chapter-media.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../lib/queries.ts';

/** Where it stands: what is not there is not given out. */
export type MediaPlace = { chapterId: string; itemId: string };

/** What a player needs of a resource in a chapter; `known`: there is something to play. */
export function useChapterMedia({ chapterId, itemId }: MediaPlace, known = true) {
  const params = { id: chapterId, itemId };
  return useQuery({ ...queryOf(getChapterMedia, { params }, { quiet: true }), retry: false, enabled: known });
}
