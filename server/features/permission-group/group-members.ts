import type { GroupContent } from '@lectern/contract/features/permission-group.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { contentOf, type GroupWriter, takeGroup } from './group-writer.ts';
import { lockPermissions } from './permission-group.repository.ts';

type Member = GroupContent['members'][number];
type ChangeMember = (
  transaction: Executor,
  context: SignedInContext,
  groupId: string,
  member: Pick<Member, 'kind' | 'id'>,
) => Promise<void>;

/** For other features: members join and leave as on the groups' own page, with a version and under the same lock. */
export function groupMembers(writer: GroupWriter): { add: ChangeMember; remove: ChangeMember } {
  const change =
    (joins: boolean): ChangeMember =>
    async (transaction, context, groupId, member) => {
      await lockPermissions(transaction);
      const group = await takeGroup(transaction, groupId);
      const content = await contentOf(transaction, group);
      const others = content.members.filter(({ kind, id }) => kind !== member.kind || id !== member.id);
      await writer.change(transaction, context, group, { ...content, members: joins ? [...others, member] : others });
    };
  return { add: change(true), remove: change(false) };
}
