import { grantablePaths } from '@lectern/contract/access.ts';
import type { GroupContent, GroupMember, versionCauses } from '@lectern/contract/features/permission-group.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import { type Executor, isUniqueViolation } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import {
  findContentOf,
  type GroupRow,
  insertGroup,
  insertVersion,
  listExisting,
  listMembers,
  listRules,
  lockGroup,
  lockPermissions,
  updateGroup,
  updateMembers,
  updateRules,
} from './permission-group.repository.ts';

type Cause = (typeof versionCauses)[number];
type How = { cause: Cause; restoredVersion?: number; action?: string };

const knownPaths = new Set<string>(grantablePaths());

/**
 * The only way to change a group. Writes rules, members, version and activity and notifies signed-in people, all in
 * the caller's transaction; a preview runs the same code and rolls back.
 */
export class GroupWriter {
  readonly #events: EventPublisher;

  constructor(events: EventPublisher) {
    this.#events = events;
  }

  async create(transaction: Executor, context: SignedInContext, id: string, content: GroupContent): Promise<void> {
    await judge(transaction, content);
    const { name, description } = content;
    await onceNamed(insertGroup(transaction, { id, name, description, createdBy: context.principal.userId }));
    await this.#fill(transaction, context, id, { version: 1, content }, { cause: 'created' });
  }

  /** Returns the new version. */
  async change(
    transaction: Executor,
    context: SignedInContext,
    group: GroupRow,
    content: GroupContent,
    how: How = { cause: 'changed' },
  ): Promise<number> {
    await judge(transaction, content);
    const before = await contentOf(transaction, group);
    const { name, description } = content;
    const row = { name, description, deleted: how.cause === 'deleted', updatedBy: context.principal.userId };
    const version = await onceNamed(updateGroup(transaction, group.id, row));
    await this.#fill(transaction, context, group.id, { version, content, before }, how);
    return version;
  }

  /** Removes rules and members; the version history keeps them. */
  delete(transaction: Executor, context: SignedInContext, group: GroupRow): Promise<number> {
    const content = { name: group.name, description: group.description, rules: {}, members: [] };
    return this.change(transaction, context, group, content, { cause: 'deleted' });
  }

  /** Leaves out deleted members and pages that no longer exist. */
  async restore(
    transaction: Executor,
    context: SignedInContext,
    group: GroupRow,
    restoredVersion: number,
  ): Promise<number> {
    const past = await findContentOf(transaction, group.id, restoredVersion);
    if (!past) throw new AppError('notFound');
    const rules = Object.fromEntries(Object.entries(past.rules).filter(([path]) => knownPaths.has(path)));
    const members = await listExisting(transaction, past.members);
    const content = { ...past, rules, members };
    return this.change(transaction, context, group, content, { cause: 'restored', restoredVersion });
  }

  async #fill(
    transaction: Executor,
    context: SignedInContext,
    groupId: string,
    given: { version: number; content: GroupContent; before?: GroupContent },
    how: How,
  ): Promise<void> {
    const { content, version, before } = given;
    await updateRules(transaction, groupId, content.rules);
    await updateMembers(transaction, groupId, content.members);
    const actorId = context.principal.userId;
    const { cause, restoredVersion = null } = how;
    await insertVersion(transaction, { groupId, version, actorId, cause, restoredVersion, content });
    await recordActivity(transaction, context, {
      action: how.action ?? `permissionGroup.${cause}`,
      objectType: 'permissionGroup',
      objectId: groupId,
      ...(before && { before }),
      after: content,
    });
    await this.#events.publish(transaction, null, { topic: 'permissions' });
  }
}

export async function contentOf(db: Executor, group: GroupRow): Promise<GroupContent> {
  const { name, description, id } = group;
  return { name, description, rules: { ...(await listRules(db, id)) }, members: await listMembers(db, id) };
}

/** The group, locked. Deleted groups are not found; only their history remains. */
export async function takeGroup(transaction: Executor, id: string): Promise<GroupRow> {
  const group = await lockGroup(transaction, id);
  if (!group) throw new AppError('notFound');
  return group;
}

async function judge(transaction: Executor, { rules, members }: GroupContent): Promise<void> {
  const unknown = Object.keys(rules).find((path) => !knownPaths.has(path));
  if (unknown) throw invalidField('rules', 'notGrantable', { page: unknown });
  const keyOf = ({ kind, id }: GroupMember) => `${kind} ${id.toLowerCase()}`;
  const there = new Set((await listExisting(transaction, members)).map(keyOf));
  const gone = members.find((member) => !there.has(keyOf(member)));
  if (gone) throw invalidField('members', 'memberGone');
}

async function onceNamed<Result>(writing: Promise<Result>): Promise<Result> {
  try {
    return await writing;
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('name', 'taken');
    throw error;
  }
}

type Member = GroupContent['members'][number];
type ChangeMember = (
  transaction: Executor,
  context: SignedInContext,
  groupId: string,
  member: Pick<Member, 'kind' | 'id'>,
) => Promise<void>;

/** Lets other features add and remove members under the same lock, with a new version each time. */
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
