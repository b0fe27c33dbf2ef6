import type { LiveEvent } from '@lectern/contract/features/event.ts';
import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import { deferredRowsOf, type EventRow } from '../db/deferred-rows.ts';

/** PostgreSQL's channel that tells every process which event was committed. */
export const eventChannel = 'lectern_events';

export async function insertEvents(transaction: Executor, rows: readonly EventRow[]): Promise<void> {
  // The time of the insert, not of the transaction: what a cut stream overlaps is counted from it.
  await sql`
    with inserted as (
      insert into events (user_id, payload, created_at)
      select user_id, payload, clock_timestamp()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as event (user_id uuid, payload jsonb)
      returning id
    )
    select pg_notify(${eventChannel}, id::text) from inserted`.execute(transaction);
}

/** Puts live events where the streams find them: they go out if and only if the caller's transaction is committed. */
export class EventPublisher {
  #onPermissions: ((transaction: Executor) => Promise<void>) | undefined;

  /**
   * Whoever changes what somebody may open says so here, in the transaction of the change: what follows from it is done
   * in the same one.
   */
  afterPermissions(follow: (transaction: Executor) => Promise<void>): void {
    this.#onPermissions = follow;
  }

  /** `userId` null: everybody who is signed in. */
  async publish(transaction: Executor, userId: string | null, event: LiveEvent): Promise<void> {
    const row: EventRow = { user_id: userId, payload: event };
    const deferred = deferredRowsOf(transaction);
    if (deferred) deferred.events.push(row);
    else await insertEvents(transaction, [row]);
    if (event.topic === 'permissions') await this.#onPermissions?.(transaction);
  }
}
