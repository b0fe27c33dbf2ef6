import type { LiveEvent } from '@lectern/contract/features/event.ts';
import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import { deferredRowsOf, type EventRow } from '../db/deferred-rows.ts';

/** PostgreSQL notification channel that brings each committed event to every process. */
export const eventChannel = 'lectern_events';

/** PostgreSQL refuses notifications from 8,000 bytes. */
const longestNotice = 7_900;

export async function insertEvents(transaction: Executor, rows: readonly EventRow[]): Promise<void> {
  // The time of the insert, not of the transaction: replay after a dropped stream is computed from it.
  await sql`
    with inserted as (
      insert into events (user_id, payload, created_at)
      select user_id, payload, clock_timestamp()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as event (user_id uuid, payload jsonb)
      returning id, user_id, payload
    )
    select pg_notify(${eventChannel}, case when octet_length(event) > ${longestNotice} then id::text else event end)
    from inserted cross join lateral (
      select jsonb_build_object('id', id, 'userId', user_id, 'event', payload)::text as event) notice`.execute(
    transaction,
  );
}

/** Publishes live events through the database; they go out if and only if the caller's transaction commits. */
export class EventPublisher {
  #onPermissions: ((transaction: Executor) => Promise<void>) | undefined;

  /**
   * Registers what runs in the same transaction as every permission change (each event with the topic `permissions`).
   */
  afterPermissions(follow: (transaction: Executor) => Promise<void>): void {
    this.#onPermissions = follow;
  }

  /** `userId` null: every signed-in user. */
  async publish(transaction: Executor, userId: string | null, event: LiveEvent): Promise<void> {
    await this.publishTo(transaction, [userId], event);
  }

  /** To several people in one statement. */
  async publishTo(transaction: Executor, userIds: Iterable<string | null>, event: LiveEvent): Promise<void> {
    const rows: EventRow[] = Array.from(new Set(userIds), (userId) => ({ user_id: userId, payload: event }));
    const deferred = deferredRowsOf(transaction);
    if (deferred) deferred.events.push(...rows);
    else await insertEvents(transaction, rows);
    if (event.topic === 'permissions') await this.#onPermissions?.(transaction);
  }
}
