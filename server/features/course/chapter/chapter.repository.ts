import { type Selectable, sql } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { Chapters } from '../../../platform/db/schema.ts';

export type StoredChapter = Selectable<Chapters>;

export async function getChapter(db: Executor, id: string): Promise<StoredChapter> {
  const chapter = await db.selectFrom('chapters').selectAll().where('id', '=', id).executeTakeFirst();
  if (!chapter) throw new AppError('notFound');
  return chapter;
}

export type ChapterColumns = Partial<
  Pick<StoredChapter, 'title' | 'goals' | 'body' | 'visible' | 'available_from' | 'available_until'>
>;

export async function updateChapter(transaction: Executor, id: string, columns: ChapterColumns): Promise<void> {
  await transaction
    .updateTable('chapters')
    .set((set) => ({ ...columns, version: set('version', '+', 1), updated_at: set.fn<Date>('now') }))
    .where('id', '=', id)
    .execute();
}

type ItemColumns = { required?: boolean; start_ms?: number | null; end_ms?: number | null; note?: string };

export async function updateItem(transaction: Executor, id: string, columns: ItemColumns): Promise<void> {
  await transaction.updateTable('chapter_resources').set(columns).where('id', '=', id).execute();
}

export function findItem(db: Executor, chapterId: string, itemId: string) {
  return db
    .selectFrom('chapter_resources')
    .innerJoin('resources', 'resources.id', 'chapter_resources.resource_id')
    .select([
      'chapter_resources.id',
      'chapter_resources.start_ms',
      'chapter_resources.end_ms',
      'resources.kind',
      'resources.title',
    ])
    .where('chapter_resources.chapter_id', '=', chapterId)
    .where('chapter_resources.id', '=', itemId)
    .executeTakeFirst();
}

/** Ids of those that are in the chapter. */
export async function listItemIds(db: Executor, chapterId: string, itemIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from chapter_resources
    where chapter_id = ${chapterId} and id = any (${itemIds}::uuid[])`.execute(db);
  return rows.map((row) => row.id);
}

/** Of these resources, those that the chapter has already. */
export async function listHeld(db: Executor, chapterId: string, resourceIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ resource_id: string }>`select resource_id from chapter_resources
    where chapter_id = ${chapterId} and resource_id = any (${resourceIds}::uuid[])`.execute(db);
  return new Set(rows.map((row) => row.resource_id));
}

/** Where a course has these resources. */
export async function listHolding(
  db: Executor,
  courseId: string,
  resourceIds: readonly string[],
): Promise<{ resourceId: string; chapterId: string }[]> {
  const { rows } = await sql<{ resourceId: string; chapterId: string }>`
    select distinct resource_id as "resourceId", chapter_id as "chapterId" from chapter_resources
    where course_id = ${courseId} and resource_id = any (${resourceIds}::uuid[])`.execute(db);
  return rows;
}
