import type { TaskRoute } from '@lectern/contract/features/task-rule.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/new-id.ts';

type Routed = { kind: string; departmentId: string | null; ownerId: string | null };

/**
 * Finds the assignee by the task's routes, those of its college before general ones. Among the people in a position it
 * picks the one with the fewest open tasks; null when no route fits or nobody on it may sign in.
 */
export async function findRouted(db: Executor, { kind, departmentId }: Routed): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with place as (select (select college_id from departments where id = ${departmentId}::uuid) as college_id),
    route as (
      select task_routes.* from task_routes, place where kind = ${kind}
        and (task_routes.college_id is null or task_routes.college_id = place.college_id)
      order by task_routes.college_id nulls last limit 1)
    select person.id from route cross join place
      join users person on person.id = route.user_id or person.position_id = route.position_id
      left join departments on departments.id = person.department_id
    where person.access = 0
      and (route.user_id is not null or place.college_id is null or departments.college_id = place.college_id)
    order by (select count(*) from tasks where tasks.assignee_id = person.id and tasks.state in ('open', 'doing')),
      person.name, person.id
    limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

export async function isAllowedPerson(db: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${id} and access = 0`.execute(db);
  return rows.length > 0;
}

const mostNotified = 50;

export async function listAdministrators(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where role_id <= 2 and access = 0 order by role_id, id limit ${mostNotified}`.execute(db);
  return rows.map((row) => row.id);
}

/** The routes by kind, with names and the number of people who may receive their tasks. */
export async function listRoutes(db: Executor): Promise<Map<string, TaskRoute[]>> {
  const { rows } = await sql<{ kind: string } & TaskRoute>`
    select route.kind, case when college.id is not null then jsonb_build_object('id', college.id, 'name', college.name) end
        as college,
      case when position.id is not null then jsonb_build_object('id', position.id, 'name', position.name) end as position,
      case when person.id is not null then jsonb_build_object('id', person.id, 'name', person.name) end as person,
      (select count(*) from users holder left join departments on departments.id = holder.department_id
        where holder.access = 0 and (holder.id = route.user_id or (holder.position_id = route.position_id
          and (route.college_id is null or departments.college_id = route.college_id)))) as holders
    from task_routes route
      left join colleges college on college.id = route.college_id
      left join positions position on position.id = route.position_id
      left join users person on person.id = route.user_id
    order by route.kind, college.name nulls first`.execute(db);
  const routes = new Map<string, TaskRoute[]>();
  for (const { kind, ...route } of rows) routes.set(kind, [...(routes.get(kind) ?? []), route]);
  return routes;
}

type NewRoute = { collegeId: string | null; positionId: string | null; userId: string | null };

export async function replaceRoutes(db: Executor, kind: string, routes: readonly NewRoute[]): Promise<void> {
  await db.deleteFrom('task_routes').where('kind', '=', kind).execute();
  if (routes.length === 0) return;
  const rows = routes.map((route) => ({
    id: newId(),
    kind,
    college_id: route.collegeId,
    position_id: route.positionId,
    user_id: route.userId,
  }));
  await db.insertInto('task_routes').values(rows).execute();
}

/** Ids that don't exist. */
export async function listUnknown(db: Executor, routes: readonly NewRoute[]): Promise<string[]> {
  const ids = (of: (route: NewRoute) => string | null) => routes.map(of).filter((id) => id !== null);
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids((route) => route.collegeId)}::uuid[]) named (id) where id not in (select id from colleges)
    union all
    select id from unnest(${ids((route) => route.positionId)}::uuid[]) named (id) where id not in (select id from positions)
    union all
    select id from unnest(${ids((route) => route.userId)}::uuid[]) named (id) where id not in (select id from users)`.execute(
    db,
  );
  return rows.map((row) => row.id);
}
