import type { ExplainedGroup } from '@lectern/contract/features/permission-explain.ts';
import type { AccessFlag } from '@lectern/contract/roles.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export type ReachingGroup = Omit<ExplainedGroup, 'flag'> & { rules: Record<string, AccessFlag> };

/** Every way in which a group reaches a person; the same ways as in `allowed_paths`. */
export async function listReachingGroups(db: Executor, userId: string): Promise<ReachingGroup[]> {
  const { rows } = await sql<ReachingGroup>`
    select jsonb_build_object('id', permission_groups.id, 'name', permission_groups.name) as "group",
      case when member.user_id is not null then 'user'
        when member.position_id is not null then 'position' else 'department' end as through,
      case when member.position_id is not null then jsonb_build_object('id', positions.id, 'name', positions.name)
        when member.department_id is not null then jsonb_build_object('id', place.id, 'name', place.name) end as via,
      coalesce(member.department_id <> person.department_id, false) as above,
      coalesce((select jsonb_object_agg(rule.path, rule.flag) from permission_group_rules rule
        where rule.group_id = member.group_id), '{}') as rules
    from users person
    left join departments own on own.id = person.department_id
    join permission_group_members member
      on member.user_id = person.id
      or member.position_id = person.position_id
      or member.department_id = any (string_to_array(trim(both '/' from own.path), '/')::uuid[])
    join permission_groups on permission_groups.id = member.group_id
    left join positions on positions.id = member.position_id
    left join departments place on place.id = member.department_id
    where person.id = ${userId}
    order by permission_groups.name, through`.execute(db);
  return rows;
}

export function findExplained(db: Executor, userId: string) {
  return db
    .selectFrom('users')
    .leftJoin('departments', 'departments.id', 'users.department_id')
    .leftJoin('positions', 'positions.id', 'users.position_id')
    .select([
      'users.id',
      'users.name',
      'users.role_id',
      'users.access',
      'departments.id as department_id',
      'departments.name as department_name',
      'positions.id as position_id',
      'positions.name as position_name',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
}
export type ExplainedPerson = NonNullable<Awaited<ReturnType<typeof findExplained>>>;
