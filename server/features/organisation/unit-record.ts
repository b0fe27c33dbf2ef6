import { recordActivities, recordActivity } from '../../platform/activity/record-activity.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';

export type UnitType = 'college' | 'department' | 'position';
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

/** People who were put elsewhere together with their unit: each has it in the own history. */
export async function recordPeople(
  transaction: Executor,
  context: SignedInContext,
  userIds: readonly string[],
  change: Required<Values> & { action: string },
): Promise<void> {
  const changes = userIds.map((objectId) => ({ ...change, objectType: 'user', objectId }));
  await recordActivities(transaction, context, changes);
}

/** Every process forgets whom it remembers with yesterday's rights; every window asks anew what it may open. */
export function tellRights(transaction: Executor, publisher: EventPublisher): Promise<void> {
  return publisher.publish(transaction, null, { topic: 'permissions' });
}
