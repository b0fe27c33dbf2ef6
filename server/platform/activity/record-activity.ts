import { type RawBuilder, sql } from 'kysely';
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

/** Records who did what to which object, in the transaction of the change, so neither exists without the other. */
export async function recordActivity(transaction: Executor, context: SignedInContext, change: Change): Promise<void> {
  await insertActivity(transaction, {
    ...change,
    actorId: context.principal.viewedBy?.id ?? context.principal.userId,
    ip: context.ip,
    requestId: context.requestId,
  });
  await markEffect(transaction, context);
}

const rowsAtOnce = 1_000;

/** The same for an action on many objects, in few statements. */
export async function recordActivities(
  transaction: Executor,
  context: SignedInContext,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const { requestId, ip, principal } = context;
  const actorId = principal.viewedBy?.id ?? principal.userId;
  const rows = changes.map((change) => rowOf({ ...change, actorId, ip, requestId }));
  const deferred = deferredRowsOf(transaction);
  if (deferred) deferred.activities.push(...rows);
  else {
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      await transaction
        .insertInto('activities')
        .values(rows.slice(from, from + rowsAtOnce))
        .execute();
    }
  }
  await markEffect(transaction, context);
}

type Entry = Change & { actorId: string | null; ip: string | null; requestId: string | null };

/** For changes without a signed-in person: sign-in itself, schedules, the first start. */
export async function insertActivity(transaction: Executor, entry: Entry): Promise<void> {
  const row = rowOf(entry);
  const deferred = deferredRowsOf(transaction);
  if (deferred) deferred.activities.push(row);
  else await transaction.insertInto('activities').values(row).execute();
}

/** SQL to use in the statement that makes the change; `actors` selects the actor's id, or no row. */
export function activityInsert(actors: RawBuilder<unknown>, entry: Omit<Entry, 'actorId'>): RawBuilder<unknown> {
  const row = rowOf({ ...entry, actorId: null });
  return sql`insert into activities (actor_id, action, object_type, object_id, before, after, ip, request_id)
    select actor.id, ${row.action}, ${row.object_type}, ${row.object_id}, ${row.before}::jsonb, ${row.after}::jsonb,
      ${row.ip}, ${row.request_id}
    from (${actors}) actor (id)`;
}

function rowOf(entry: Entry): ActivityRow {
  return {
    actor_id: entry.actorId,
    action: entry.action,
    object_type: entry.objectType,
    object_id: entry.objectId,
    before: entry.before ? JSON.stringify(entry.before) : null,
    after: entry.after ? JSON.stringify(entry.after) : null,
    ip: entry.ip,
    request_id: entry.requestId,
  };
}
