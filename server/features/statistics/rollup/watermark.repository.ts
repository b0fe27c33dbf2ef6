import { sql } from 'kysely';
import type { Db, Executor } from '../../../platform/db/database.ts';
import { eventsLock } from '../event/access-event.repository.ts';

/** Events up to `folded_seq` are in the rollups; events before `kept_from` were removed. */
type Watermark = {
  folded_seq: number;
  folded_at: Date | null;
  settled_at: Date | null;
  kept_from: Date | null;
};

export async function getWatermark(db: Executor): Promise<Watermark> {
  const { rows } = await sql<Watermark>`select folded_seq, folded_at, settled_at, kept_from
    from access_state`.execute(db);
  if (!rows[0]) throw new Error('access_state has no row');
  return rows[0];
}

/** The newest event number; some events with lower numbers may not be committed yet. */
export const newestSeq = sql`(select case when is_called then last_value else 0 end from access_events_seq)`;

/** Whether events or days are uncounted, or the last fold is over a minute ago. The current month is always dirty. */
export const isFoldDue = sql<boolean>`exists (select from access_dirty_spans where span = 'day')
  or exists (select from access_state where folded_at is null or folded_at < now() - interval '1 minute'
    or folded_seq < ${newestSeq})`;

/** Held while the rollups change. */
const foldLock = sql`hashtextextended('access fold', 0)`;

export async function tryFoldLock(transaction: Executor): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${foldLock}) as mine`.execute(
    transaction,
  );
  return rows[0]?.mine === true;
}

export async function takeFoldLock(transaction: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(${foldLock})`.execute(transaction);
}

/** Reads the highest event number under the exclusive lock, so every event up to it is committed. */
export async function readUpperSeq(db: Db): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${eventsLock})`.execute(transaction);
    const { rows } = await sql<{ upper: number }>`select ${newestSeq} as upper`.execute(transaction);
    return rows[0]?.upper ?? 0;
  });
}

export async function saveWatermark(
  transaction: Executor,
  { seq, timeZone, complete }: { seq: number; timeZone: string; complete: boolean },
): Promise<void> {
  await sql`update access_state set folded_seq = ${seq}, time_zone = coalesce(time_zone, ${timeZone}),
    folded_at = case when ${complete}::boolean then now() else folded_at end`.execute(transaction);
}
