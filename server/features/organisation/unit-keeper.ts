import type { PagePath } from '@lectern/contract/routes.ts';
import { recordActivities, recordActivity } from '../../platform/activity/record-activity.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { MentionKeeper } from '../../platform/mentions/mentions.ts';
import type { GroupMembers } from './group-members.ts';

export type Unit = { id: string; name: string; version: number; disabled: boolean };

export type RemovalDependencies = { publisher: EventPublisher; members: GroupMembers; mentions: MentionKeeper };

/**
 * Operations of bulk actions on a unit, in the caller's transaction. Each runs its checks before it changes anything.
 */
export type UnitKeeper = {
  /** The list that the actions belong to. */
  type: UnitType | 'courseSubject';
  page: PagePath;
  /** Locks the unit until the transaction ends. */
  take(transaction: Executor, context: SignedInContext, id: string): Promise<Unit>;
  setDisabled(transaction: Executor, context: SignedInContext, id: string, disabled: boolean): Promise<number>;
  /** Returns what `unmerge` needs, as JSON. */
  merge(transaction: Executor, context: SignedInContext, id: string, intoId: string): Promise<unknown>;
  unmerge(transaction: Executor, context: SignedInContext, before: unknown): Promise<Unit>;
  remove(transaction: Executor, context: SignedInContext, id: string): Promise<unknown>;
  restore(transaction: Executor, context: SignedInContext, before: unknown): Promise<Unit>;
};

type UnitType = 'college' | 'department' | 'position';
type Values = { before?: Record<string, unknown>; after?: Record<string, unknown> };

export function recordUnit(
  transaction: Executor,
  context: SignedInContext,
  type: UnitType,
  entry: Values & { id: string; verb: string },
): Promise<void> {
  const { id, verb, ...values } = entry;
  return recordActivity(transaction, context, {
    action: `${type}.${verb}`,
    objectType: type,
    objectId: id,
    ...values,
  });
}

/** Records the move in the history of every person who moved with a unit. */
export async function recordPeople(
  transaction: Executor,
  context: SignedInContext,
  userIds: readonly string[],
  change: Required<Values> & { action: string },
): Promise<void> {
  const changes = userIds.map((objectId) => ({ ...change, objectType: 'user', objectId }));
  await recordActivities(transaction, context, changes);
}

/** Makes processes drop their cached principals and open windows reload their rights. */
export function publishRightsChanged(transaction: Executor, publisher: EventPublisher): Promise<void> {
  return publisher.publish(transaction, null, { topic: 'permissions' });
}
