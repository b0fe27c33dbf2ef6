import type { Executor } from '../db/database.ts';
import { type ActivityRow, deferredRowsOf } from '../db/deferred-rows.ts';
import { markEffect } from '../http/idempotency.ts';
import type { SignedInContext } from '../http/request-context.ts';

export type Change = {
  action: string;
  objectType: string;
  objectId: string;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
};

/**
 * Writes who did what to which object, in the transaction of the change itself: there is no change without its
 * activity and no activity without its change.
 */
export async function recordActivity(transaction: Executor, context: SignedInContext, change: Change): Promise<void> {
  await insertActivity(transaction, {
    ...change,
    actorId: context.principal.viewedBy?.id ?? context.principal.userId,
    ip: context.ip,
    requestId: context.requestId,
  });
  await markEffect(transaction, context);
}

/** For changes that no signed-in person asked for: sign-in itself, schedules, the first start. */
export async function insertActivity(
  transaction: Executor,
  entry: Change & { actorId: string | null; ip: string | null; requestId: string | null },
): Promise<void> {
  const row: ActivityRow = {
    actor_id: entry.actorId,
    action: entry.action,
    object_type: entry.objectType,
    object_id: entry.objectId,
    before: entry.before ? JSON.stringify(entry.before) : null,
    after: entry.after ? JSON.stringify(entry.after) : null,
    ip: entry.ip,
    request_id: entry.requestId,
  };
  const deferred = deferredRowsOf(transaction);
  if (deferred) deferred.activities.push(row);
  else await transaction.insertInto('activities').values(row).execute();
}
