import { catalogueLimits } from '@lectern/contract/features/course-catalogue.ts';
import { sql } from 'kysely';
import { recordActivity } from '../../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { assertMayEdit } from '../course.policy.ts';
import { type LockedCourse, lockReadable } from '../course.repository.ts';
import type { CourseAnnouncer } from '../course-change.service.ts';
import { listPlaces, placesBetween, raiseCatalogueVersion, renumber } from './catalogue.repository.ts';
import { insertChange, readRows, type Touched } from './catalogue-change.repository.ts';

type Concerned = { chapterIds?: readonly string[]; itemIds?: readonly string[] };
export type CatalogueEdit = Concerned & {
  /** Names the change in the activity, for example `chaptersMoved`. */
  what: string;
  /** Also recorded in the history of this chapter. */
  chapterId?: string;
  details: Record<string, unknown>;
  work(transaction: Executor): Promise<void>;
};

/** All catalogue changes go through here: checked, recorded, versioned and kept for Undo. */
export class CatalogueWriter {
  readonly #announcer: CourseAnnouncer;

  constructor(announcer: CourseAnnouncer) {
    this.#announcer = announcer;
  }

  /** Locks a course this person may change. `version` is the catalogue version they saw. */
  async take(transaction: Executor, context: SignedInContext, id: string, version?: number): Promise<LockedCourse> {
    const course = await lockReadable(transaction, context.principal, id);
    assertMayEdit(context.principal, course);
    if (version !== undefined && version !== course.catalogue_version) throw new AppError('changedMeanwhile');
    return course;
  }

  /** Returns the id for Undo, or null when nothing changed. */
  async write(
    transaction: Executor,
    context: SignedInContext,
    course: LockedCourse,
    { what, details, chapterId, chapterIds = [], itemIds = [], work }: CatalogueEdit,
  ): Promise<string | null> {
    const read = async () => ({
      chapters: await readRows(transaction, 'chapters', course.id, chapterIds),
      items: await readRows(transaction, 'chapter_resources', course.id, itemIds),
    });
    const before = await read();
    await work(transaction);
    const after = await read();
    const chapters = touched(chapterIds, before.chapters, after.chapters);
    const items = touched(itemIds, before.items, after.items);
    if (chapters.length === 0 && items.length === 0) return null;
    await raiseCatalogueVersion(transaction, course.id);
    await recordActivity(transaction, context, {
      action: `course.${what}`,
      objectType: 'course',
      objectId: course.id,
      after: details,
    });
    if (chapterId) {
      const change = { action: `chapter.${what}`, objectType: 'chapter', objectId: chapterId, after: details };
      await recordActivity(transaction, context, change);
    }
    await this.#announcer.changed(transaction, course.id);
    return insertChange(transaction, course.id, { what, chapters, items });
  }

  /** Throws for chapters of other courses. */
  async places(transaction: Executor, courseId: string, ids: readonly (string | null)[]) {
    const places = await listPlaces(transaction, courseId);
    const known = new Set(places.map((place) => place.id));
    if (ids.some((id) => id !== null && !known.has(id))) throw new AppError('notFound');
    return places;
  }
}

const kept = ['version', 'updated_at'];

function touched(
  ids: readonly string[],
  before: ReadonlyMap<string, Record<string, unknown> & { id: string }>,
  after: ReadonlyMap<string, Record<string, unknown> & { id: string }>,
): Touched[] {
  return ids
    .map((id) => ({ id, before: before.get(id) ?? null, after: after.get(id) ?? null }))
    .filter((one) => differing(one.before, one.after).length > 0);
}

/** Columns in which two rows differ, except those that every change writes. */
export function differing(one: Record<string, unknown> | null, other: Record<string, unknown> | null): string[] {
  const names = Object.keys(one ?? other ?? {}).filter((name) => !kept.includes(name));
  return names.filter((name) => JSON.stringify(one?.[name]) !== JSON.stringify(other?.[name]));
}

type NewItem = { id: string; resourceId: string; required: boolean };

/** Places items in chapters. */
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

  /** Moves all items or none to a place in a chapter, in the given order. */
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
      if (tries > 0) throw new Error('Renumbering resources left no room');
      await renumber(transaction, 'chapter_resources', sql`chapter_id = ${chapterId}`);
    }
  }
}
