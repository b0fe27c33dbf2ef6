import { type Insertable, type Selectable, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Colleges } from '../../../platform/db/schema.ts';
import type { Siblings } from '../unit-order.ts';
import { type CollegeRecord, collegeListSource } from './college-list.source.ts';

type CollegeColumns = Pick<Selectable<Colleges>, 'code' | 'name' | 'short_name' | 'contact' | 'description'>;
export type StoredCollege = Selectable<Colleges>;

export async function findCollegeRecord(db: Executor, id: string): Promise<CollegeRecord | undefined> {
  const { columns, from, id: idColumn } = collegeListSource;
  const { rows } = await sql<CollegeRecord>`select ${columns} from ${from} where ${idColumn} = ${id}`.execute(db);
  return rows[0];
}

export function lockCollege(transaction: Executor, id: string): Promise<StoredCollege | undefined> {
  return transaction.selectFrom('colleges').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Codes are compared case-insensitively. */
export function findCollegeByCode(db: Executor, code: string) {
  return db
    .selectFrom('colleges')
    .select(['id', 'name'])
    .where(sql`lower(code)`, '=', code.toLowerCase())
    .executeTakeFirst();
}

export async function insertCollege(transaction: Executor, college: Insertable<Colleges>): Promise<void> {
  await transaction.insertInto('colleges').values(college).execute();
}

export async function updateCollegeRow(
  transaction: Executor,
  id: string,
  columns: Partial<CollegeColumns & { sort: number; disabled_at: Date | null }>,
): Promise<number> {
  const { version } = await transaction
    .updateTable('colleges')
    .set((set) => ({ ...columns, version: set('version', '+', 1), updated_at: set.fn<Date>('now') }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export async function deleteCollegeRow(transaction: Executor, id: string): Promise<void> {
  await transaction.deleteFrom('colleges').where('id', '=', id).execute();
}

export const collegeSiblings: Siblings = {
  list: (transaction) =>
    transaction.selectFrom('colleges').select(['id', 'sort']).orderBy('sort').orderBy('id').execute(),
  async renumber(transaction) {
    await sql`update colleges set sort = numbered.place
      from (select id, row_number() over (order by sort, id) as place from colleges) numbered
      where colleges.id = numbered.id`.execute(transaction);
  },
};

/** Moves some or all departments of a college to another. Top-level ones keep their order, after the existing ones. */
export async function moveDepartmentsToCollege(
  transaction: Executor,
  from: { collegeId: string; only?: readonly string[] },
  to: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update departments set college_id = ${to}, version = version + 1, updated_at = now(),
      sort = case when parent_id is null then sort + coalesce(
        (select max(sort) from departments there where there.college_id = ${to} and there.parent_id is null), 0) else sort end
    where college_id = ${from.collegeId} ${from.only ? sql`and id = any (${from.only}::uuid[])` : sql``}
    returning id`.execute(transaction);
  return rows.map(({ id }) => id);
}

export async function countLibraries(db: Executor, collegeId: string): Promise<number> {
  const { count } = await db
    .selectFrom('libraries')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('college_id', '=', collegeId)
    .executeTakeFirstOrThrow();
  return count;
}
