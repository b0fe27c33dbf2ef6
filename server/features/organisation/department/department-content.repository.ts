import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';

type Way = { from: string; to: string; only?: readonly string[] };

const among = (only: readonly string[] | undefined) => (only ? sql`and id = any (${only}::uuid[])` : sql``);

export async function movePeople(transaction: Executor, { from, to, only }: Way): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update users set department_id = ${to}, version = version + 1, updated_at = now()
    where department_id = ${from} ${among(only)} returning id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Whatever follows a resource costs far more than itself: so many at once take seconds on a busy machine, not a minute. */
const resourcesAtOnce = 500;

/** Whatever follows its resource, such as jobs and reviews, goes along by itself. */
export async function moveResources(transaction: Executor, { from, to, only }: Way): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from resources where department_id = ${from} ${among(only)} order by id for update`.execute(transaction);
  const ids = rows.map(({ id }) => id);
  for (let start = 0; start < ids.length; start += resourcesAtOnce) {
    const some = ids.slice(start, start + resourcesAtOnce);
    await sql`update resources set department_id = ${to} where id = any (${some}::uuid[])`.execute(transaction);
  }
  return ids;
}

type CollegeWay = { from: string; to: string; within: RawBuilder<unknown>; only?: readonly string[] };

/** A course names the college of its department beside it: one that followed its department follows it on. */
export async function moveCourses(transaction: Executor, { from, to, within, only }: CollegeWay): Promise<string[]> {
  if (from === to) return [];
  const { rows } = await sql<{ id: string }>`
    update courses set college_id = ${to} where college_id = ${from} and department_id in (${within}) ${among(only)}
    returning id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** A department with everything below it, for `moveCourses`. */
export function withBelow(path: string): RawBuilder<unknown> {
  return sql`select below.id from departments below where starts_with(below.path, ${path})`;
}

export async function deleteDepartmentRow(transaction: Executor, id: string): Promise<void> {
  await transaction.deleteFrom('departments').where('id', '=', id).execute();
}

export async function countContent(db: Executor, id: string) {
  const { rows } = await sql<{ people: number; departments: number; resources: number }>`select
    (select count(*) from users where department_id = ${id}) as people,
    (select count(*) from departments where parent_id = ${id}) as departments,
    (select count(*) from resources where department_id = ${id}) as resources`.execute(db);
  return rows[0] ?? { people: 0, departments: 0, resources: 0 };
}
