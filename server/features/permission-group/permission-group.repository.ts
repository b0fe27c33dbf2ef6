import type { AccessFlag } from '@lectern/contract/roles.ts';
import type { Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';

export type Member = { userId: string } | { positionId: string } | { departmentId: string };
export type Rules = Readonly<Record<string, AccessFlag>>;

export async function insertGroup(db: Executor, group: { id: string; name: string }): Promise<void> {
  await db.insertInto('permission_groups').values(group).execute();
}

export async function listRules(db: Executor, groupId: string): Promise<Rules> {
  const rows = await db
    .selectFrom('permission_group_rules')
    .select(['path', 'flag'])
    .where('group_id', '=', groupId)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.path, row.flag as AccessFlag]));
}

/** The group's rules become exactly these. */
export async function updateRules(db: Executor, groupId: string, rules: Rules): Promise<void> {
  await db.deleteFrom('permission_group_rules').where('group_id', '=', groupId).execute();
  const rows = Object.entries(rules).map(([path, flag]) => ({ group_id: groupId, path, flag }));
  if (rows.length > 0) await db.insertInto('permission_group_rules').values(rows).execute();
}

export async function insertMember(db: Executor, groupId: string, member: Member): Promise<void> {
  await db
    .insertInto('permission_group_members')
    .values({
      id: newId(),
      group_id: groupId,
      user_id: 'userId' in member ? member.userId : null,
      position_id: 'positionId' in member ? member.positionId : null,
      department_id: 'departmentId' in member ? member.departmentId : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
