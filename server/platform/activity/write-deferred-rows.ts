import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import { type DeferredRows, stopDeferring } from '../db/deferred-rows.ts';
import { insertEvents } from '../events/event-publisher.ts';

const rowsAtOnce = 500;

/** Writes the deferred rows in order, in the transaction of their changes. */
export async function writeDeferredRows(transaction: Executor, rows: DeferredRows): Promise<void> {
  stopDeferring(transaction);
  for (let start = 0; start < rows.activities.length; start += rowsAtOnce) {
    const some = rows.activities.slice(start, start + rowsAtOnce);
    await sql`
      insert into activities (actor_id, action, object_type, object_id, before, after, ip, request_id)
      select actor_id, action, object_type, object_id, before::jsonb, after::jsonb, ip, request_id
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as given (actor_id uuid, action text, object_type text,
        object_id text, before text, after text, ip text, request_id text)`.execute(transaction);
  }
  if (rows.events.length > 0) await insertEvents(transaction, rows.events);
}
