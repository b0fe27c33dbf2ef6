import {
  addChapterItems,
  type ChapterChange,
  type ChapterView,
  getChapter,
  placeChapterItems,
  removeChapterItems,
  searchShelf,
  suggestForChapter,
  updateChapterItem,
} from '@lectern/contract/features/chapter.ts';
import type { ChapterItem } from '@lectern/contract/features/chapter-item.ts';
import { getCatalogue, undoCatalogueChange } from '@lectern/contract/features/course-catalogue.ts';
import { getCourseChecks, listCourseActivity, listCourseResources } from '@lectern/contract/features/course-detail.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { reordered } from '../../../components/drag/sort-list.tsx';
import { call } from '../../../lib/api-client.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf, queryKeyOf } from '../../../lib/queries.ts';
import { inTurn, noticeTopicOf } from '../catalogue/use-catalogue.ts';
import { keepChapter } from './use-chapter-edit.ts';

export type ItemEdit = Partial<Pick<ChapterItem, 'required' | 'startMs' | 'endMs' | 'note'>>;

/** Other queries that show a chapter's resources. */
const beside = [getCatalogue, getCourseChecks, listCourseResources, listCourseActivity, searchShelf, suggestForChapter];

/** Actions on a chapter's resources, each with Undo. */
export function useItemActions() {
  const client = useQueryClient();
  const texts = useTexts();
  return useMemo(() => itemActions(client, texts), [client, texts]);
}
type Place = Pick<ChapterView, 'id' | 'title'> & { courseId: string };

function itemActions(client: QueryClient, texts: Texts) {
  const { done } = texts.chapter;
  const refresh = () => client.invalidateQueries({ predicate: isAnswerOf([...beside, getChapter]) });
  const show = (id: string, change: (items: ChapterItem[]) => ChapterItem[]) =>
    client.setQueryData<ChapterView>(
      queryKeyOf(getChapter, { params: { id } }),
      (known) => known && { ...known, items: change(known.items) },
    );
  const undo = (courseId: string, way: string) =>
    inTurn(async () => {
      await call(undoCatalogueChange, { params: { id: courseId }, body: { undo: way } }).catch(() => undefined);
      await refresh();
    });
  /** The error is already shown; reload, because the page may be out of date. */
  const settle = (
    { courseId }: Pick<Place, 'courseId'>,
    title: string,
    send: () => Promise<ChapterChange>,
  ): Promise<ChapterChange | undefined> =>
    inTurn(async () => {
      try {
        const change = await send();
        keepChapter(client, change.chapter);
        void client.invalidateQueries({ predicate: isAnswerOf(beside) });
        const way = change.undo;
        notify({
          level: 'success',
          title,
          about: noticeTopicOf(courseId),
          ...(way && { action: { label: texts.drag.undo, run: () => void undo(courseId, way) } }),
        });
        return change;
      } catch (error) {
        if (!isApiError(error)) throw error;
        await refresh();
        return undefined;
      }
    });

  return {
    add: (chapter: Place, resources: readonly { id: string; title: string }[], beforeId: string | null = null) => {
      const resourceIds = resources.map(({ id }) => id);
      const words = { count: resourceIds.length, title: resources[0]?.title ?? '', chapter: chapter.title };
      return settle(chapter, fillText(resourceIds.length === 1 ? done.itemAdded : done.itemsAdded, words), () =>
        call(addChapterItems, { params: { id: chapter.id }, body: { resourceIds, beforeId } }),
      );
    },
    place(chapter: Place, item: ChapterItem, beforeId: string | null) {
      if (beforeId === item.id) return;
      show(chapter.id, (items) => reordered(items, item.id, beforeId));
      void settle(chapter, fillText(done.itemMoved, { title: item.resource.title }), () =>
        call(placeChapterItems, { params: { id: chapter.id }, body: { itemIds: [item.id], beforeId } }),
      );
    },
    edit(chapter: Place, item: ChapterItem, edit: ItemEdit) {
      show(chapter.id, (items) => items.map((one) => (one.id === item.id ? { ...one, ...edit } : one)));
      return settle(chapter, fillText(done.itemSaved, { title: item.resource.title }), () =>
        call(updateChapterItem, { params: { id: chapter.id, itemId: item.id }, body: edit }),
      );
    },
    remove(chapter: Place, items: readonly ChapterItem[]) {
      const itemIds = items.map(({ id }) => id);
      show(chapter.id, (known) => known.filter(({ id }) => !itemIds.includes(id)));
      const words = { count: itemIds.length, title: items[0]?.resource.title ?? '' };
      void settle(chapter, fillText(itemIds.length === 1 ? done.itemRemoved : done.itemsRemoved, words), () =>
        call(removeChapterItems, { params: { id: chapter.id }, body: { itemIds } }),
      );
    },
  };
}
