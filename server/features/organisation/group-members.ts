import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';

/** Adds units to permission groups and removes them, through the feature that keeps the groups' history. */
export type GroupMembers = {
  add(transaction: Executor, context: SignedInContext, groupId: string, member: UnitMember): Promise<void>;
  remove(transaction: Executor, context: SignedInContext, groupId: string, member: UnitMember): Promise<void>;
};

/** Makes the unit a member of exactly these groups, ignoring deleted ones. */
export async function setGroups(
  members: GroupMembers,
  transaction: Executor,
  context: SignedInContext,
  { member, groupIds }: { member: UnitMember; groupIds: readonly string[] },
): Promise<void> {
  const now = await listGroupsOf(transaction, member);
  const there = new Set((await listGroupNames(transaction)).map((group) => group.id));
  const wanted = new Set(groupIds.filter((id) => there.has(id)));
  for (const id of wanted) if (!now.includes(id)) await members.add(transaction, context, id, member);
  for (const id of now) if (!wanted.has(id)) await members.remove(transaction, context, id, member);
}

type UnitMember = { kind: 'position' | 'department'; id: string };

export function listGroupNames(db: Executor) {
  return db
    .selectFrom('permission_groups')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

export async function listGroupsOf(db: Executor, { kind, id }: UnitMember): Promise<string[]> {
  const rows = await db
    .selectFrom('permission_group_members')
    .select('group_id')
    .where(kind === 'position' ? 'position_id' : 'department_id', '=', id)
    .orderBy('group_id')
    .execute();
  return rows.map((row) => row.group_id);
}
