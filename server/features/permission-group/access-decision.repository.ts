import type { AskedAccess } from '@lectern/contract/features/access-decision.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

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

/** Requests that wait, all or one, with what the person may open by now. */
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

/** Groups that allow one of these pages, those with the fewest pages first. */
export async function listAllowingGroups(db: Executor, paths: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; pages: number; people: number }>`
    select permission_groups.id, permission_groups.name,
      (select count(*)::int from permission_group_rules rule where rule.group_id = permission_groups.id and flag = 0) as pages,
      (select count(*)::int from permission_group_members member where member.group_id = permission_groups.id) as people
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
