import type { CoursePart, CoursePersonRow } from '@lectern/contract/features/course.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';

export type WantedPerson = { userId: string | null; name: string; part: CoursePart };

/** In their order; somebody with an account is called as the account is now. */
export async function listPeople(db: Executor, courseId: string): Promise<CoursePersonRow[]> {
  const { rows } = await sql<CoursePersonRow>`
    select person.id, person.user_id as "userId", coalesce(users.name, person.name) as name, person.part
    from course_people person left join users on users.id = person.user_id
    where person.course_id = ${courseId} order by person.position, person.id`.execute(db);
  return rows;
}

export async function replacePeople(
  transaction: Executor,
  courseId: string,
  people: readonly WantedPerson[],
): Promise<void> {
  await transaction.deleteFrom('course_people').where('course_id', '=', courseId).execute();
  if (people.length === 0) return;
  const rows = people.map(({ userId, name, part }, place) => ({
    id: newId(),
    course_id: courseId,
    user_id: userId,
    name: userId ? '' : name,
    part,
    position: place + 1,
  }));
  await transaction.insertInto('course_people').values(rows).execute();
}

export async function listUnknownPeople(db: Executor, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select given.id from unnest(${userIds}::uuid[]) given (id)
    where not exists (select from users where users.id = given.id)`.execute(db);
  return rows.map((row) => row.id);
}
