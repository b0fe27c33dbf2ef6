import type { Executor } from '../../platform/db/database.ts';
import { type DeferredRows, stopDeferring } from '../../platform/db/deferred-rows.ts';
import { insertEvents } from '../../platform/events/event-publisher.ts';

const rowsAtOnce = 500;

/** In the transaction of the changes that they tell of, and in their order. */
export async function writeDeferredRows(transaction: Executor, rows: DeferredRows): Promise<void> {
  stopDeferring(transaction);
  for (let start = 0; start < rows.activities.length; start += rowsAtOnce) {
    const some = rows.activities.slice(start, start + rowsAtOnce);
    await transaction.insertInto('activities').values(some).execute();
  }
  if (rows.events.length > 0) await insertEvents(transaction, rows.events);
}
