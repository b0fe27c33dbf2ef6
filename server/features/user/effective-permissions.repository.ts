import type { AccessFlag } from '@lectern/contract/roles.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export type GroupRule = {
  path: string;
  flag: AccessFlag;
  group: string;
  through: 'user' | 'position' | 'department';
};

/** Every rule that reaches a person, and the way it does; the same ways as in `allowed_paths`. */
export async function listGroupRules(db: Executor, userId: string): Promise<GroupRule[]> {
  const { rows } = await sql<GroupRule>`
    select rule.path, rule.flag, permission_groups.name as "group",
      case when member.user_id is not null then 'user'
        when member.position_id is not null then 'position' else 'department' end as through
    from users person
    left join departments own on own.id = person.department_id
    join permission_group_members member
      on member.user_id = person.id
      or member.position_id = person.position_id
      or member.department_id = any (string_to_array(trim(both '/' from own.path), '/')::uuid[])
    join permission_groups on permission_groups.id = member.group_id
    join permission_group_rules rule on rule.group_id = member.group_id
    where person.id = ${userId}
    order by rule.flag desc, permission_groups.name, through`.execute(db);
  return rows;
}
