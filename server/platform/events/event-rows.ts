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
 * Ids can commit out of order, so a stream resuming after an id also looks back ten seconds and skips events it has
 * already seen.
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

/** Lowest and highest id still stored. When no events are left, the lowest is the id after the highest one issued. */
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
