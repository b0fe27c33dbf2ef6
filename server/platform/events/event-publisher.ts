import type { LiveEvent } from '@lectern/contract/features/event.ts';
import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';

/** PostgreSQL's channel that tells every process which event was committed. */
export const eventChannel = 'lectern_events';

/** Puts live events where the streams find them: they go out if and only if the caller's transaction is committed. */
export class EventPublisher {
  /** `userId` null: everybody who is signed in. */
  async publish(transaction: Executor, userId: string | null, event: LiveEvent): Promise<void> {
    // The time of the insert, not of the transaction: what a cut stream overlaps is counted from it.
    await sql`
      with inserted as (
        insert into events (user_id, payload, created_at)
        values (${userId}, ${JSON.stringify(event)}, clock_timestamp())
        returning id
      )
      select pg_notify(${eventChannel}, id::text) from inserted`.execute(transaction);
  }
}
