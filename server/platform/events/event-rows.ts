import type { LiveEvent } from '@lectern/contract/features/event.ts';
import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';

export type StoredEvent = { id: number; userId: string | null; event: LiveEvent };

export async function listEvents(executor: Executor, ids: readonly number[]): Promise<StoredEvent[]> {
  const rows = await selectEvents(executor).where('id', 'in', ids).execute();
  return rows.map(presentEvent);
}

type Whose = { userId?: string; limit: number };

export async function listEventsAfter(executor: Executor, lastId: number, whose: Whose): Promise<StoredEvent[]> {
  const rows = await selectEvents(executor, whose).where('id', '>', lastId).execute();
  return rows.map(presentEvent);
}

/**
 * An event with a lower number can be committed after one with a higher. Whoever continues after a number looks back
 * ten seconds as well, and leaves out what was seen already.
 */
export async function listLateEvents(executor: Executor, lastId: number, whose: Whose): Promise<StoredEvent[]> {
  const rows = await selectEvents(executor, whose)
    .where('id', '<=', lastId)
    .where(
      'created_at',
      '>',
      sql<Date>`(select created_at - interval '10 seconds' from events where id <= ${lastId} order by id desc limit 1)`,
    )
    .execute();
  return rows.map(presentEvent);
}

/** The numbers between which events are kept. When none is left, the lowest is the next to come. */
export async function getEventBounds(executor: Executor): Promise<{ lowest: number; highest: number }> {
  const { rows } = await sql<{ lowest: number | null; highest: number }>`
    select (select min(id) from events) as lowest,
      coalesce((select max(id) from events), pg_sequence_last_value('events_id_seq'), 0) as highest`.execute(executor);
  const highest = rows[0]?.highest ?? 0;
  return { lowest: rows[0]?.lowest ?? highest + 1, highest };
}

function selectEvents(executor: Executor, whose?: Whose) {
  const { userId, limit } = whose ?? {};
  return executor
    .selectFrom('events')
    .select(['id', 'user_id', 'payload'])
    .$if(userId !== undefined, (query) =>
      query.where((where) => where.or([where('user_id', '=', userId ?? ''), where('user_id', 'is', null)])),
    )
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .orderBy('id');
}

function presentEvent(row: { id: number; user_id: string | null; payload: unknown }): StoredEvent {
  return { id: row.id, userId: row.user_id, event: row.payload as LiveEvent };
}
