import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { listGroupNames, listGroupsOf, type UnitMember } from './group-membership.repository.ts';

/** How a unit comes into permission groups and out of them: their own feature changes them, and keeps their history. */
export type GroupMembers = {
  add(transaction: Executor, context: SignedInContext, groupId: string, member: UnitMember): Promise<void>;
  remove(transaction: Executor, context: SignedInContext, groupId: string, member: UnitMember): Promise<void>;
};

/** It stands in exactly these then. Groups that are gone are left out. */
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
