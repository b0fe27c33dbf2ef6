import type { DataScopeName } from '@lectern/contract/data-scopes.ts';
import type { OrganisationEffect } from '@lectern/contract/features/organisation-effect.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { type Moved, placeOf } from '../permission-group/public.ts';
import { resourcesIn } from './unit-counts.ts';

/** The subject of a change: a department (with its subtree unless `only`), a college or a position. */
export type Concerned =
  | { departmentId: string; only?: true; collegeId?: never; positionId?: never }
  | { collegeId: string; departmentId?: never; positionId?: never }
  | { positionId: string; departmentId?: never; collegeId?: never };

type Counts = Pick<OrganisationEffect, 'people' | 'departments' | 'resources' | 'libraries' | 'groups'>;

export async function countConcerned(db: Executor, concerned: Concerned): Promise<Counts> {
  if (concerned.positionId) return countOfPosition(db, concerned.positionId);
  const departments = departmentsOf(concerned);
  const { rows } = await sql<Omit<Counts, 'groups'>>`select
    (select count(*) from users where department_id in (${departments})) as people,
    (select count(*) from (${departments}) concerned) as departments,
    ${resourcesIn(departments)} as resources,
    (select count(*) from libraries where college_id = ${concerned.collegeId ?? null}) as libraries`.execute(db);
  const counts = rows[0] ?? { people: 0, departments: 0, resources: 0, libraries: 0 };
  return { ...counts, groups: await listGroups(db, sql`member.department_id in (${departments})`) };
}

async function countOfPosition(db: Executor, id: string): Promise<Counts> {
  const { count } = await db
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('position_id', '=', id)
    .executeTakeFirstOrThrow();
  const groups = await listGroups(db, sql`member.position_id = ${id}`);
  return { people: count, departments: 0, resources: 0, libraries: 0, groups };
}

function departmentsOf({ departmentId, collegeId, ...rest }: Concerned) {
  if (collegeId) return sql`select id from departments where college_id = ${collegeId}`;
  if ('only' in rest) return sql`select id from departments where id = ${departmentId}`;
  return sql`select below.id from departments own join departments below on below.path like own.path || '%'
    where own.id = ${departmentId}`;
}

async function listGroups(db: Executor, condition: ReturnType<typeof sql>): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select distinct groups.id, groups.name from permission_group_members member
    join permission_groups groups on groups.id = member.group_id
    where ${condition} order by groups.name, groups.id`.execute(db);
  return rows;
}

export type Sight = { roleId: number; dataScope: DataScopeName; departmentIds: string[]; userIds: string[] };

/** Data scopes that organisation changes can affect, one row per group of people with the same scope. */
export async function listSights(db: Executor, moved?: Moved): Promise<Sight[]> {
  const { rows } = await sql<Sight>`
    with placed as (
      select users.id, users.role_id, ${placeOf('department', moved)} as department_id,
        ${placeOf('position', moved)} as position_id
      from users where users.role_id in (2, 3) and users.access = 0
    ), alike as (
      select placed.role_id, coalesce(positions.data_scope, 'role') as data_scope, placed.department_id,
        array_agg(placed.id) as user_ids
      from placed left join positions on positions.id = placed.position_id
      group by placed.role_id, coalesce(positions.data_scope, 'role'), placed.department_id
    )
    select role_id as "roleId", data_scope as "dataScope", user_ids as "userIds",
      scope_departments(data_scope, department_id) as "departmentIds" from alike`.execute(db);
  return rows;
}

/** All departments with their number of resources. */
export async function listDepartmentContents(db: Executor) {
  const { rows } = await sql<{ id: string; name: string; resources: number }>`
    select departments.id, departments.name, ${resourcesIn(sql`departments.id`)} as resources
    from departments order by lower(departments.name), departments.id`.execute(db);
  return rows;
}

/** The first `most` of these people by name. */
export async function listNamesOf(db: Executor, userIds: readonly string[], most: number) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from users where id = any (${userIds}::uuid[]) order by lower(name), id limit ${most}`.execute(db);
  return rows;
}
