import type { Executor } from '../db/database.ts';
import { markEffect } from '../http/idempotency.ts';
import type { SignedInContext } from '../http/request-context.ts';
import type { Change } from './record-activity.ts';

const rowsAtOnce = 500;

/** The same change of many objects: as `recordActivity`, in few statements. */
export async function recordActivities(
  transaction: Executor,
  context: SignedInContext,
  { objectIds, ...change }: Omit<Change, 'objectId'> & { objectIds: readonly string[] },
): Promise<void> {
  for (let start = 0; start < objectIds.length; start += rowsAtOnce) {
    const rows = objectIds.slice(start, start + rowsAtOnce).map((objectId) => ({
      actor_id: context.principal.viewedBy?.id ?? context.principal.userId,
      action: change.action,
      object_type: change.objectType,
      object_id: objectId,
      before: change.before ? JSON.stringify(change.before) : null,
      after: change.after ? JSON.stringify(change.after) : null,
      ip: context.ip,
      request_id: context.requestId,
    }));
    await transaction.insertInto('activities').values(rows).execute();
  }
  await markEffect(transaction, context);
}
