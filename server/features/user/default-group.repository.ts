import type { GroupChoice } from '@lectern/contract/features/default-group.ts';
import type { DefaultGroupRole } from '@lectern/contract/permission-presets.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export async function saveDefaultGroup(db: Executor, roleId: DefaultGroupRole, groupId: string | null): Promise<void> {
  await db.deleteFrom('default_groups').where('role_id', '=', roleId).execute();
  if (groupId) await db.insertInto('default_groups').values({ role_id: roleId, group_id: groupId }).execute();
}

/** A deleted group is nobody's default; restoring it makes it the default again. */
export async function findDefaultGroup(db: Executor, roleId: number): Promise<string | null> {
  const row = await db
    .selectFrom('default_groups')
    .innerJoin('permission_groups', 'permission_groups.id', 'default_groups.group_id')
    .select('default_groups.group_id')
    .where('default_groups.role_id', '=', roleId)
    .where('permission_groups.deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.group_id ?? null;
}

export async function isGroupInUse(db: Executor, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('permission_groups')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** All groups with the pages they allow, by name. */
export async function listGroupChoices(db: Executor): Promise<GroupChoice[]> {
  const { rows } = await sql<GroupChoice>`
    select permission_groups.id, permission_groups.name,
      coalesce((select array_agg(rule.path order by rule.path) from permission_group_rules rule
        where rule.group_id = permission_groups.id and rule.flag = 0), '{}') as pages,
      coalesce((select array_agg(role_id order by role_id) from default_groups
        where default_groups.group_id = permission_groups.id), '{}') as "defaultFor"
    from permission_groups where permission_groups.deleted_at is null
    order by lower(permission_groups.name), permission_groups.id`.execute(db);
  return rows;
}
