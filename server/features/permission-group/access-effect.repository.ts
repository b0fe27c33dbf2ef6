import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

/** People who stand alike before the permission groups, with the pages that these allow them. */
export type AlikePeople = { roleId: number; forbidden: boolean; permissions: string[]; userIds: string[] };

/**
 * What groups allow everybody. People with the same position, department and memberships of their own have the same
 * pages, so the function that every request asks is asked once for each such kind of people.
 */
export async function listHolders(db: Executor): Promise<AlikePeople[]> {
  const { rows } = await sql<AlikePeople>`
    with person as (
      select id, role_id, access <> 0 as forbidden, position_id, department_id,
        array(select group_id from permission_group_members where user_id = users.id order by group_id) as own_groups
      from users
    ), alike as (
      select role_id, forbidden, array_agg(id) as user_ids
      from person group by role_id, forbidden, position_id, department_id, own_groups
    )
    select role_id as "roleId", forbidden, allowed_paths(user_ids[1]) as permissions, user_ids as "userIds" from alike`.execute(
    db,
  );
  return rows;
}

export async function listNames(db: Executor, userIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from users where id = any(${userIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.name]));
}
