import type { AskedAccess } from '@lectern/contract/features/access-decision.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { peopleReached } from './permission-group.repository.ts';

/** People with the same role and pages. */
export type AlikePeople = { roleId: number; forbidden: boolean; permissions: string[]; userIds: string[] };

/** People who are counted as if moved, because a preview does not carry out that part of the change. */
export type Moved = { of: 'department' | 'position'; from: string; to: string };

/** The column with a person's place, or their place after the simulated move. */
export function placeOf(of: Moved['of'], moved: Moved | undefined) {
  const own = sql.ref(`users.${of}_id`);
  return moved?.of === of ? sql`(case when ${own} = ${moved.from} then ${moved.to}::uuid else ${own} end)` : own;
}

/** The pages that groups allow, for everyone. Must follow the same rules as `allowed_paths` for one person. */
export async function listHolders(db: Executor, moved?: Moved): Promise<AlikePeople[]> {
  const { rows } = await sql<AlikePeople>`
    with reached as (
      select user_id as person_id, group_id from permission_group_reach where user_id is not null
      union
      select users.id, member.group_id
      from permission_group_members member join users on ${placeOf('position', moved)} = member.position_id
      union
      select users.id, member.group_id
      from permission_group_members member
      join departments above on above.id = member.department_id
      join departments own on own.path like above.path || '%'
      join users on ${placeOf('department', moved)} = own.id
    ), opened as (
      select reached.person_id, rule.path
      from reached join permission_group_rules rule on rule.group_id = reached.group_id
      group by reached.person_id, rule.path
      having max(rule.flag) = 0
    ), holder as (
      select users.id, users.role_id, users.access <> 0 as forbidden,
        array_agg(opened.path order by opened.path) as permissions
      from users left join opened on opened.person_id = users.id
      group by users.id
    )
    select role_id as "roleId", forbidden, array_remove(permissions, null) as permissions, array_agg(id) as "userIds"
    from holder group by role_id, forbidden, permissions`.execute(db);
  return rows;
}

export async function listNames(db: Executor, userIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from users where id = any(${userIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.name]));
}

export type AskedTask = {
  taskId: string;
  title: string;
  dedupeKey: string;
  details: { page: string; userId: string; note: string };
  askedAt: Date;
  person: AskedAccess['person'];
  roleId: number;
  permissions: string[];
  forbidden: boolean;
};

/** Pending requests, all or one, with the pages the person may open now. */
export async function listAsked(db: Executor, taskId?: string): Promise<AskedTask[]> {
  const { rows } = await sql<AskedTask>`
    select tasks.id as "taskId", tasks.title, tasks.dedupe_key as "dedupeKey", tasks.details,
      tasks.created_at as "askedAt", person.role_id as "roleId", person.access <> 0 as forbidden,
      allowed_paths(person.id) as permissions,
      jsonb_build_object('id', person.id, 'name', person.name, 'department', departments.name,
        'position', positions.name) as person
    from tasks
    join users person on person.id = (tasks.details ->> 'userId')::uuid
    left join departments on departments.id = person.department_id
    left join positions on positions.id = person.position_id
    where tasks.kind = 'accessAsked' and tasks.state in ('open', 'doing')
      and (${taskId ?? null}::uuid is null or tasks.id = ${taskId ?? null}::uuid)
    order by tasks.created_at, tasks.id`.execute(db);
  return rows;
}

/** Groups that allow any of these pages, those with the fewest pages first. */
export async function listAllowingGroups(db: Executor, paths: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; pages: number; people: number }>`
    select permission_groups.id, permission_groups.name,
      (select count(*)::int from permission_group_rules rule where rule.group_id = permission_groups.id and flag = 0) as pages,
      ${peopleReached(sql`permission_groups.id`)} as people
    from permission_groups
    where exists (
      select from permission_group_rules rule
      where rule.group_id = permission_groups.id and rule.flag = 0 and rule.path = any(${paths}::text[]))
    order by pages, permission_groups.name`.execute(db);
  return rows;
}

export async function listPermissions(db: Executor, userId: string): Promise<string[]> {
  const { rows } = await sql<{ permissions: string[] }>`
    select allowed_paths(${userId}) as permissions`.execute(db);
  return rows[0]?.permissions ?? [];
}
