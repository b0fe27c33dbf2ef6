import type { LiveEvent } from '@lectern/contract/features/event.ts';
import type { Insertable } from 'kysely';
import type { Executor } from './database.ts';
import type { Activities } from './schema.ts';

export type EventRow = { user_id: string | null; payload: LiveEvent };
export type ActivityRow = Insertable<Activities>;

/**
 * Rows that a transaction with many small changes writes together at its end, saving a round trip each. Rolling back
 * to a mark drops the rows added since.
 */
export class DeferredRows {
  readonly activities: ActivityRow[] = [];
  readonly events: EventRow[] = [];

  mark() {
    return { activities: this.activities.length, events: this.events.length };
  }

  backTo(mark: ReturnType<DeferredRows['mark']>): void {
    this.activities.length = mark.activities;
    this.events.length = mark.events;
  }
}

const deferring = new WeakMap<Executor, DeferredRows>();

/** From now on, activities and live events of this transaction are held back until `stopDeferring`. */
export function deferRows(transaction: Executor): DeferredRows {
  const rows = new DeferredRows();
  deferring.set(transaction, rows);
  return rows;
}

export function stopDeferring(transaction: Executor): void {
  deferring.delete(transaction);
}

export function deferredRowsOf(transaction: Executor): DeferredRows | undefined {
  return deferring.get(transaction);
}
