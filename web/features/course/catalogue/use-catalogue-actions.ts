import {
  addChapters,
  type Catalogue,
  type CatalogueChange,
  type CatalogueNode,
  getCatalogue,
  moveChapterItems,
  moveChapters,
  removeChapters,
  renameChapter,
  showChapters,
  undoCatalogueChange,
} from '@lectern/contract/features/course-catalogue.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { placeOf, samePlace, type TreePlace, withPlace } from '../../../components/tree/tree-model.ts';
import { call } from '../../../lib/api-client.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { dismissAbout, notify } from '../../../lib/notifications.ts';
import { queryKeyOf } from '../../../lib/queries.ts';
import { inTurn, keepCatalogue, knownCatalogue, noticeTopicOf, refreshCatalogue } from './use-catalogue.ts';

/** Chapter actions that run at once, each with Undo. */
export function useCatalogueActions(courseId: string) {
  const client = useQueryClient();
  const texts = useTexts();
  return useMemo(() => catalogueActions(client, texts, courseId), [client, texts, courseId]);
}
export type CatalogueActions = ReturnType<typeof catalogueActions>;

function catalogueActions(client: QueryClient, texts: Texts, courseId: string) {
  const { done } = texts.chapter;
  const params = { id: courseId };
  const version = () => knownCatalogue(client, courseId)?.version ?? 0;
  /** Updates the cache optimistically. */
  const show = (change: (chapters: CatalogueNode[]) => CatalogueNode[]) =>
    client.setQueryData<Catalogue>(
      queryKeyOf(getCatalogue, { params }),
      (known) => known && { ...known, chapters: change(known.chapters) },
    );
  /** The error is already shown; reload, because the page may be out of date. */
  const settle = (send: () => Promise<CatalogueChange>): Promise<CatalogueChange | undefined> =>
    inTurn(async () => {
      try {
        const change = await send();
        keepCatalogue(client, change.catalogue);
        dismissAbout(noticeTopicOf(courseId));
        return change;
      } catch (error) {
        if (!isApiError(error)) throw error;
        await refreshCatalogue(client);
        return undefined;
      }
    });
  const undo = (id: string) => settle(() => call(undoCatalogueChange, { params, body: { undo: id } }));
  /** Notifies about a change, with Undo where possible. */
  const told = (title: string, way: string | null) =>
    notify({
      level: 'success',
      title,
      about: noticeTopicOf(courseId),
      ...(way && { action: { label: texts.drag.undo, run: () => void undo(way) } }),
    });
  const tell = async (title: string, doing: Promise<CatalogueChange | undefined>) => {
    const change = await doing;
    if (change?.undo) told(title, change.undo);
    return change;
  };

  return {
    told,
    settle,
    add: (titles: string[], place: TreePlace) =>
      tell(
        fillText(titles.length === 1 ? done.added : done.addedMany, { title: titles[0] ?? '', count: titles.length }),
        settle(() => call(addChapters, { params, body: { ...place, titles, catalogueVersion: version() } })),
      ),
    rename({ id, title: before }: CatalogueNode, title: string) {
      if (title === before) return;
      show((chapters) => chapters.map((one) => (one.id === id ? { ...one, title } : one)));
      void tell(
        fillText(done.renamed, { title }),
        settle(() =>
          call(renameChapter, { params: { ...params, chapterId: id }, body: { title, catalogueVersion: version() } }),
        ),
      );
    },
    /** Moves the chapter optimistically; does nothing if it is already there. */
    place(id: string, to: TreePlace) {
      const chapters = knownCatalogue(client, courseId)?.chapters ?? [];
      if (samePlace(placeOf(chapters, id), to) || to.beforeId === id) return;
      const title = chapters.find((one) => one.id === id)?.title ?? '';
      show((known) => withPlace(known, id, to));
      void tell(
        fillText(done.moved, { title }),
        settle(() => call(moveChapters, { params, body: { chapterIds: [id], ...to, catalogueVersion: version() } })),
      );
    },
    show({ id, title }: CatalogueNode, visible: boolean) {
      show((chapters) => chapters.map((one) => (one.id === id ? { ...one, visible } : one)));
      void tell(
        fillText(visible ? done.shown : done.hidden, { title }),
        settle(() => call(showChapters, { params, body: { chapterIds: [id], visible, catalogueVersion: version() } })),
      );
    },
    remove: ({ id, title }: Pick<CatalogueNode, 'id' | 'title'>) =>
      tell(
        fillText(done.removed, { title }),
        settle(() => call(removeChapters, { params, body: { chapterIds: [id], catalogueVersion: version() } })),
      ),
    /** Moves resources to another chapter. */
    moveItems: (itemIds: string[], to: { chapterId: string; title: string }) =>
      tell(
        fillText(done.itemsMoved, { count: itemIds.length, title: to.title }),
        settle(() =>
          call(moveChapterItems, {
            params,
            body: { itemIds, chapterId: to.chapterId, beforeId: null, catalogueVersion: version() },
          }),
        ),
      ),
  };
}
