import { chapterPath } from '@lectern/contract/features/course.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { referenceMentions } from '../../platform/mentions/reference-mentions.ts';
import type { Move, OwnedThings } from '../../platform/ownership/owned-things.ts';
import type { ResourceUses } from '../resource/public.ts';

/** Includes courses in Trash. */
export const ownedCourses: OwnedThings = {
  kind: 'course',
  async count(db: Executor, userId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from courses where owner_id = ${userId}`.execute(db);
    return rows[0]?.count ?? 0;
  },
  async move(transaction: Executor, { from, to, only }: Move): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      update courses set owner_id = ${to}, version = version + 1, updated_at = now()
      where owner_id = ${from} ${among(only)}
      returning id`.execute(transaction);
    return rows.map((row) => row.id);
  },
};

/**
 * A course stores its department's college as well; when the department moves to another college, the course follows.
 */
export async function moveCoursesToCollege(
  transaction: Executor,
  { from, to, within, only }: Move & { within: RawBuilder<unknown> },
): Promise<string[]> {
  if (from === to) return [];
  const { rows } = await sql<{ id: string }>`
    update courses set college_id = ${to} where college_id = ${from} and department_id in (${within}) ${among(only)}
    returning id`.execute(transaction);
  return rows.map(({ id }) => id);
}

export async function moveCoursesToSubject(transaction: Executor, { from, to, only }: Move): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update courses set subject_id = ${to}, version = version + 1 where subject_id = ${from} ${among(only)}
    returning id`.execute(transaction);
  return rows.map(({ id }) => id);
}

const among = (only: Move['only']) => (only ? sql`and id = any (${only}::uuid[])` : sql``);

export const courseMentions = referenceMentions({
  table: 'courses',
  columns: { college: 'college_id', department: 'department_id' },
});

/** Chapters that contain a resource; courses in Trash don't count. */
export const courseUses: ResourceUses = {
  kind: 'course',
  async list(db, resourceId) {
    const { rows } = await sql<{ id: string; title: string; name: string }>`
      select distinct chapters.id, chapters.title, courses.name || coalesce(' · ' || nullif(courses.term, ''), '') as name
      from chapter_resources items join chapters on chapters.id = items.chapter_id
        join courses on courses.id = items.course_id
      where items.resource_id = ${resourceId} and courses.state <> 'trashed'
      order by name, chapters.title, chapters.id`.execute(db);
    return rows.map(({ id, title, name }) => ({ kind: 'course' as const, name, link: chapterPath(id), detail: title }));
  },
  count: sql`(select count(distinct items.chapter_id)
    from chapter_resources items join courses on courses.id = items.course_id
    where items.resource_id = resources.id and courses.state <> 'trashed')`,
  async transfer(transaction, fromId, toId) {
    await sql`delete from chapter_resources items where items.resource_id = ${fromId}::uuid and exists (
      select from chapter_resources twin where twin.chapter_id = items.chapter_id and twin.resource_id = ${toId}::uuid
        and twin.start_ms is not distinct from items.start_ms
        and twin.end_ms is not distinct from items.end_ms)`.execute(transaction);
    await sql`update chapter_resources set resource_id = ${toId}::uuid where resource_id = ${fromId}::uuid`.execute(
      transaction,
    );
  },
  async purge(transaction, resourceId) {
    await transaction.deleteFrom('chapter_resources').where('resource_id', '=', resourceId).execute();
  },
};
