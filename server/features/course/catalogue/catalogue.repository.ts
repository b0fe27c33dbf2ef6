import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { PublicRule } from '../../publication/public.ts';
import { isInReview, isPublicItem, itemProblems } from '../course-check.repository.ts';

export type ChapterPlace = { id: string; parent_id: string | null; position: number; title: string };
export type ChapterRecord = ChapterPlace & {
  visible: boolean;
  available_from: Date | null;
  available_until: Date | null;
  is_over: boolean;
  withheld: boolean;
  is_reviewed: boolean;
  version: number;
  resources: number;
  required: number;
  warnings: number;
  shown: number;
};

/** All chapters with their item counts, unordered. */
export async function listChapters(db: Executor, courseId: string, rule: PublicRule): Promise<ChapterRecord[]> {
  const { rows } = await sql<ChapterRecord>`
    select chapters.id, chapters.parent_id, chapters.position, chapters.title, chapters.visible,
      chapters.available_from, chapters.available_until, chapters.version,
      coalesce(chapters.available_from > now(), false) or coalesce(chapters.available_until <= now(), false) as is_over,
      chapters.withheld, ${isInReview('chapters')} as is_reviewed,
      coalesce(held.resources, 0)::integer as resources, coalesce(held.required, 0)::integer as required,
      coalesce(held.warnings, 0)::integer as warnings, coalesce(held.shown, 0)::integer as shown
    from chapters left join (
      select chapter_id, count(*) as resources, count(*) filter (where required) as required,
        count(*) filter (where cardinality(problems) > 0) as warnings, count(*) filter (where is_public) as shown
      from (
        select chapter_resources.chapter_id, chapter_resources.required, ${itemProblems(rule)} as problems,
          ${isPublicItem(rule)} as is_public
        from chapter_resources join resources on resources.id = chapter_resources.resource_id
        where chapter_resources.course_id = ${courseId}
      ) items group by chapter_id
    ) held on held.chapter_id = chapters.id
    where chapters.course_id = ${courseId}`.execute(db);
  return rows;
}

export function listPlaces(db: Executor, courseId: string): Promise<ChapterPlace[]> {
  return db
    .selectFrom('chapters')
    .select(['id', 'parent_id', 'position', 'title'])
    .where('course_id', '=', courseId)
    .execute();
}

export async function insertChapters(
  transaction: Executor,
  courseId: string,
  chapters: readonly { id: string; parentId: string | null; title: string; position: number }[],
): Promise<void> {
  const rows = chapters.map(({ id, parentId, title, position }) => ({
    id,
    course_id: courseId,
    parent_id: parentId,
    title,
    position,
  }));
  await transaction.insertInto('chapters').values(rows).execute();
}

type ChapterColumns = { title?: string; visible?: boolean; parent_id?: string | null; position?: number };
export async function updateChapters(
  transaction: Executor,
  ids: readonly string[],
  columns: ChapterColumns,
): Promise<void> {
  await transaction
    .updateTable('chapters')
    .set((set) => ({ ...columns, version: set('version', '+', 1), updated_at: set.fn<Date>('now') }))
    .where('id', 'in', ids)
    .execute();
}

export async function deleteChapters(transaction: Executor, ids: readonly string[]): Promise<void> {
  await transaction.deleteFrom('chapters').where('id', 'in', ids).execute();
}

/** Returns the new catalogue version. */
export async function raiseCatalogueVersion(transaction: Executor, courseId: string): Promise<number> {
  const { catalogue_version: version } = await transaction
    .updateTable('courses')
    .set((set) => ({ catalogue_version: set('catalogue_version', '+', 1), updated_at: set.fn<Date>('now') }))
    .where('id', '=', courseId)
    .returning('catalogue_version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Positions for several rows between two others; null when floating-point precision leaves no room. */
export function placesBetween(before: number | undefined, after: number | undefined, count: number): number[] | null {
  const begin = before ?? (after === undefined ? 0 : after - count - 1);
  const step = after === undefined ? 1 : (after - begin) / (count + 1);
  const places = Array.from({ length: count }, (_, made) => begin + step * (made + 1));
  const around = [begin, ...places, ...(after === undefined ? [] : [after])];
  return around.every((place, at) => at === 0 || place > (around[at - 1] ?? place)) ? places : null;
}

/** Renumbers rows 1, 2, 3, … in their current order. */
export async function renumber(
  transaction: Executor,
  table: 'chapters' | 'chapter_resources',
  here: RawBuilder<unknown>,
): Promise<void> {
  const name = sql.table(table);
  await sql`update ${name} set position = numbered.place
    from (select id, row_number() over (order by position, id) as place from ${name} where ${here}) numbered
    where ${name}.id = numbered.id`.execute(transaction);
}
