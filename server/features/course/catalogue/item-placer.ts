import { catalogueLimits } from '@lectern/contract/features/course-catalogue.ts';
import { sql } from 'kysely';
import { AppError, invalidField } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { placesBetween, renumber } from './catalogue.repository.ts';

type NewItem = { id: string; resourceId: string; required: boolean };

/** Where resources stand in chapters. */
export class ItemPlacer {
  async idsIn(transaction: Executor, chapterIds: readonly string[]): Promise<string[]> {
    if (chapterIds.length === 0) return [];
    const rows = await transaction
      .selectFrom('chapter_resources')
      .select('id')
      .where('chapter_id', 'in', chapterIds)
      .execute();
    return rows.map((row) => row.id);
  }

  /** To a place in a chapter, in the order given; all of them are of the course, or nothing is moved. */
  async place(
    transaction: Executor,
    courseId: string,
    { itemIds, chapterId, beforeId }: { itemIds: readonly string[]; chapterId: string; beforeId: string | null },
  ): Promise<void> {
    const known = await transaction
      .selectFrom('chapter_resources')
      .select(['id', 'chapter_id'])
      .where('course_id', '=', courseId)
      .where('id', 'in', itemIds)
      .execute();
    if (known.length < new Set(itemIds).size) throw new AppError('notFound');
    if (beforeId && itemIds.includes(beforeId)) throw invalidField('beforeId', 'movesItself');
    const coming = known.filter((item) => item.chapter_id !== chapterId).length;
    await this.#requireRoom(transaction, chapterId, coming);
    const places = await this.#positions(transaction, chapterId, beforeId, itemIds);
    await sql`update chapter_resources set chapter_id = ${chapterId}, position = put.position
      from unnest(${itemIds}::uuid[], ${places}::double precision[]) put (id, position)
      where chapter_resources.id = put.id`.execute(transaction);
  }

  async add(
    transaction: Executor,
    chapter: { id: string; courseId: string; addedBy: string },
    items: readonly NewItem[],
    beforeId: string | null,
  ): Promise<void> {
    if (items.length === 0) return;
    await this.#requireRoom(transaction, chapter.id, items.length);
    const ids = items.map((item) => item.id);
    const places = await this.#positions(transaction, chapter.id, beforeId, ids);
    const rows = items.map(({ id, resourceId, required }, at) => ({
      id,
      chapter_id: chapter.id,
      course_id: chapter.courseId,
      resource_id: resourceId,
      required,
      position: places[at] ?? 0,
      added_by: chapter.addedBy,
    }));
    await transaction.insertInto('chapter_resources').values(rows).execute();
  }

  async #requireRoom(transaction: Executor, chapterId: string, more: number): Promise<void> {
    const { count } = await transaction
      .selectFrom('chapter_resources')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('chapter_id', '=', chapterId)
      .executeTakeFirstOrThrow();
    if (Number(count) + more > catalogueLimits.resources) {
      throw new AppError('tooMany', { params: { limit: catalogueLimits.resources } });
    }
  }

  async #positions(
    transaction: Executor,
    chapterId: string,
    beforeId: string | null,
    ids: readonly string[],
  ): Promise<number[]> {
    for (let tries = 0; ; tries += 1) {
      const rows = await transaction
        .selectFrom('chapter_resources')
        .select(['id', 'position'])
        .where('chapter_id', '=', chapterId)
        .orderBy('position')
        .orderBy('id')
        .execute();
      const others = rows.filter((row) => !ids.includes(row.id));
      const at = beforeId ? others.findIndex((row) => row.id === beforeId) : others.length;
      if (at < 0) throw invalidField('beforeId', 'notInChapter');
      const places = placesBetween(others[at - 1]?.position, others[at]?.position, ids.length);
      if (places) return places;
      if (tries > 0) throw new Error('Numbering resources anew left no room');
      await renumber(transaction, 'chapter_resources', sql`chapter_id = ${chapterId}`);
    }
  }
}
