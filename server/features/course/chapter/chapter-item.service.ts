import type { ChapterChange } from '@lectern/contract/features/chapter.ts';
import { AppError, invalidField } from '../../../platform/app-error.ts';
import type { Db, Executor } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { newId } from '../../../platform/new-id.ts';
import type { ResourceRows } from '../../resource/public.ts';
import { deleteRows } from '../catalogue/catalogue-change.repository.ts';
import type { CatalogueUndo } from '../catalogue/catalogue-undo.ts';
import type { CatalogueEdit, CatalogueWriter, ItemPlacer } from '../catalogue/catalogue-writer.ts';
import { findItem, listHeld, listItemIds, type StoredChapter, updateItem } from './chapter.repository.ts';
import type { ChapterService } from './chapter.service.ts';

type Dependencies = {
  db: Db;
  chapters: ChapterService;
  writer: CatalogueWriter;
  placer: ItemPlacer;
  undo: CatalogueUndo;
  resources: ResourceRows;
};
type ItemEdit = {
  required?: boolean | undefined;
  startMs?: number | null | undefined;
  endMs?: number | null | undefined;
  note?: string | undefined;
};

/** Adds, edits, moves and removes the items of a chapter, each with Undo. */
export class ChapterItemService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  add(
    context: SignedInContext,
    id: string,
    wanted: { resourceIds: readonly string[]; beforeId: string | null; required: boolean },
  ): Promise<ChapterChange> {
    return this.#change(context, id, (transaction, chapter) => this.planAdd(transaction, context, chapter, wanted));
  }

  /** Throws for resources that aren't readable or are in Trash; skips those already in the chapter. */
  async planAdd(
    transaction: Executor,
    context: SignedInContext,
    chapter: Pick<StoredChapter, 'id' | 'course_id' | 'title'>,
    { resourceIds, beforeId, required }: { resourceIds: readonly string[]; beforeId: string | null; required: boolean },
  ): Promise<CatalogueEdit> {
    const { resources, placer } = this.#dependencies;
    const ids = [...new Set(resourceIds)];
    const rows = await resources.read(transaction, context.principal, ids);
    if (ids.some((one) => !rows.has(one))) throw new AppError('notFound');
    if ([...rows.values()].some((row) => row.state === 'trashed')) throw new AppError('inTrash');
    const held = await listHeld(transaction, chapter.id, ids);
    const items = ids.filter((one) => !held.has(one)).map((resourceId) => ({ id: newId(), resourceId, required }));
    const into = { id: chapter.id, courseId: chapter.course_id, addedBy: context.principal.userId };
    return {
      what: 'resourcesAdded',
      chapterId: chapter.id,
      details: { count: items.length, into: chapter.title },
      itemIds: items.map((item) => item.id),
      work: () => placer.add(transaction, into, items, beforeId),
    };
  }

  update(context: SignedInContext, id: string, itemId: string, edit: ItemEdit): Promise<ChapterChange> {
    return this.#change(context, id, async (transaction, chapter) => {
      const item = await findItem(transaction, chapter.id, itemId);
      if (!item) throw new AppError('notFound');
      const start = edit.startMs === undefined ? item.start_ms : edit.startMs;
      const end = edit.endMs === undefined ? item.end_ms : edit.endMs;
      const lasts = item.kind === 'video' || item.kind === 'audio';
      if (!lasts && (start !== null || end !== null)) {
        throw invalidField('startMs', 'mediaOnly');
      }
      if (start !== null && end !== null && end <= start) throw invalidField('endMs', 'endsFirst');
      return {
        what: 'resourceSet',
        chapterId: chapter.id,
        details: { title: item.title, ...edit },
        itemIds: [itemId],
        work: async () => {
          const columns = {
            ...(edit.required !== undefined && { required: edit.required }),
            ...(edit.startMs !== undefined && { start_ms: edit.startMs }),
            ...(edit.endMs !== undefined && { end_ms: edit.endMs }),
            ...(edit.note !== undefined && { note: edit.note }),
          };
          if (Object.keys(columns).length > 0) await updateItem(transaction, itemId, columns);
        },
      };
    });
  }

  place(
    context: SignedInContext,
    id: string,
    { itemIds, beforeId }: { itemIds: readonly string[]; beforeId: string | null },
  ): Promise<ChapterChange> {
    return this.#change(context, id, async (transaction, chapter) => {
      await requireHere(transaction, chapter.id, itemIds);
      return {
        what: 'resourcesPlaced',
        chapterId: chapter.id,
        details: { count: itemIds.length, in: chapter.title },
        itemIds,
        work: () =>
          this.#dependencies.placer.place(transaction, chapter.course_id, { itemIds, chapterId: chapter.id, beforeId }),
      };
    });
  }

  remove(context: SignedInContext, id: string, itemIds: readonly string[]): Promise<ChapterChange> {
    return this.#change(context, id, async (transaction, chapter) => {
      await requireHere(transaction, chapter.id, itemIds);
      return {
        what: 'resourcesRemoved',
        chapterId: chapter.id,
        details: { count: itemIds.length, from: chapter.title },
        itemIds,
        work: () => deleteRows(transaction, 'chapter_resources', itemIds),
      };
    });
  }

  /** Adds one resource from a list action; null when the chapter already has it. */
  async put(
    transaction: Executor,
    context: SignedInContext,
    { chapterId, resourceId, required }: { chapterId: string; resourceId: string; required: boolean },
  ): Promise<{ courseId: string; undo: string } | null> {
    const { chapter, course } = await this.#dependencies.chapters.take(transaction, context, chapterId);
    const wanted = { resourceIds: [resourceId], beforeId: null, required };
    const edit = await this.planAdd(transaction, context, chapter, wanted);
    const undo = await this.#dependencies.writer.write(transaction, context, course, edit);
    return undo ? { courseId: course.id, undo } : null;
  }

  async undo(
    transaction: Executor,
    context: SignedInContext,
    { courseId, undo }: { courseId: string; undo: string },
  ): Promise<void> {
    const course = await this.#dependencies.writer.take(transaction, context, courseId);
    await this.#dependencies.undo.apply(transaction, context, course, undo);
  }

  #change(
    context: SignedInContext,
    id: string,
    plan: (transaction: Executor, chapter: StoredChapter) => Promise<CatalogueEdit>,
  ): Promise<ChapterChange> {
    const { db, chapters, writer } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const { chapter, course } = await chapters.take(transaction, context, id);
      const undo = await writer.write(transaction, context, course, await plan(transaction, chapter));
      return chapters.answer(transaction, context.principal, id, undo);
    });
  }
}

/** Items of other chapters count as not found. */
async function requireHere(transaction: Executor, chapterId: string, itemIds: readonly string[]): Promise<void> {
  const here = await listItemIds(transaction, chapterId, itemIds);
  if (here.length < new Set(itemIds).size) throw new AppError('notFound');
}
