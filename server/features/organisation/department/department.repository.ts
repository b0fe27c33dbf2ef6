import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Departments } from '../../../platform/db/schema.ts';
import type { Siblings } from '../unit-order.ts';
import type { DepartmentRecord } from './department.presenter.ts';
import { departmentListSource } from './department-list.source.ts';

export type StoredDepartment = Selectable<Departments>;
type DepartmentColumns = Pick<
  StoredDepartment,
  'code' | 'name' | 'head_id' | 'description' | 'college_id' | 'parent_id' | 'sort' | 'disabled_at'
>;

/** One department, or all in tree order. */
export async function listDepartmentRecords(db: Executor, id?: string): Promise<DepartmentRecord[]> {
  const { columns, from, joins } = departmentListSource;
  const { rows } = await sql<DepartmentRecord>`select ${columns} from ${from} ${joins ?? sql``}
    ${id ? sql`where departments.id = ${id}` : sql``}
    order by colleges.sort, colleges.id, departments.sort, departments.id`.execute(db);
  return rows;
}

export function listCollegesInOrder(db: Executor) {
  return db
    .selectFrom('colleges')
    .select(['id', 'name', 'code', 'disabled_at'])
    .orderBy('sort')
    .orderBy('id')
    .execute();
}

export function findDepartment(db: Executor, id: string): Promise<StoredDepartment | undefined> {
  return db.selectFrom('departments').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockDepartment(transaction: Executor, id: string): Promise<StoredDepartment | undefined> {
  return transaction.selectFrom('departments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Codes are compared case-insensitively. */
export function findDepartmentByCode(db: Executor, code: string) {
  return db
    .selectFrom('departments')
    .select(['id', 'name', 'college_id'])
    .where(sql`lower(code)`, '=', code.toLowerCase())
    .executeTakeFirst();
}

export async function isDepartmentInUse(db: Executor, id: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select is_department_in_use(${id}::uuid) as used`.execute(db);
  return rows[0]?.used ?? false;
}

export function findPersonById(db: Executor, id: string) {
  return db.selectFrom('users').select('id').where('id', '=', id).where('access', '=', 0).executeTakeFirst();
}

export async function insertDepartment(transaction: Executor, department: Insertable<Departments>): Promise<void> {
  await transaction.insertInto('departments').values(department).execute();
}

export async function updateDepartmentRow(
  transaction: Executor,
  id: string,
  columns: Partial<DepartmentColumns>,
): Promise<number> {
  const { version } = await transaction
    .updateTable('departments')
    .set((set) => ({ ...columns, version: set('version', '+', 1), updated_at: set.fn<Date>('now') }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Rewrites the path and college of a department and its whole subtree. */
export async function rewritePaths(
  transaction: Executor,
  from: string,
  to: { path: string; collegeId: string },
): Promise<void> {
  await sql`update departments set path = ${to.path} || substr(path, ${from.length + 1}::integer),
      college_id = ${to.collegeId}
    where path like ${`${from}%`}`.execute(transaction);
}

export async function deepestBelow(db: Executor, path: string): Promise<number> {
  const { rows } = await sql<{ depth: number }>`
    select max(array_length(string_to_array(path, '/'), 1) - 2)::integer as depth from departments
    where path like ${`${path}%`}`.execute(db);
  return rows[0]?.depth ?? 0;
}

export function departmentSiblings(collegeId: string, parentId: string | null): Siblings {
  const here = sql<boolean>`college_id = ${collegeId} and parent_id is not distinct from ${parentId}`;
  return {
    list: (transaction) =>
      transaction.selectFrom('departments').select(['id', 'sort']).where(here).orderBy('sort').orderBy('id').execute(),
    async renumber(transaction) {
      await sql`update departments set sort = numbered.place
        from (select id, row_number() over (order by sort, id) as place from departments where ${here}) numbered
        where departments.id = numbered.id`.execute(transaction);
    },
  };
}

export function listChildren(db: Executor, parentId: string): Promise<StoredDepartment[]> {
  return db
    .selectFrom('departments')
    .selectAll()
    .where('parent_id', '=', parentId)
    .orderBy('sort')
    .orderBy('id')
    .execute();
}

/** Ids of a department and its subtree, for `moveCoursesToCollege`. */
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
