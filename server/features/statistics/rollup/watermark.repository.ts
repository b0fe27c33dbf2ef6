import { sql } from 'kysely';
import type { Db, Executor } from '../../../platform/db/database.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { eventsLock } from '../record/access-event.repository.ts';
import { measureColumns } from './measure.ts';
import { countedCells, countedEvents, insertKeys, rollupTables } from './rollup-rows.ts';

/** Events up to `folded_seq` are in the rollups; `kept_from`: older events were removed. */
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

/** Whether events or days wait to be counted, or nothing was noted for a while. The current month is always dirty. */
export async function isFoldDue(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select folded_at is null or folded_at < now() - interval '10 seconds' or exists (select from access_dirty_spans where span = 'day')
      or folded_seq < (select case when is_called then last_value else 0 end from access_events_seq) as due
    from access_state`.execute(db);
  return rows[0]?.due ?? true;
}

/** Held while rollups change. */
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

/** The highest number, read while nobody writes: every event up to it is committed. */
export async function readUpperSeq(db: Db): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${eventsLock})`.execute(transaction);
    const { rows } = await sql<{ upper: number }>`
      select case when is_called then last_value else 0 end as upper from access_events_seq`.execute(transaction);
    return rows[0]?.upper ?? 0;
  });
}

/** Adds events to the rollups and marks their days and months as dirty: their viewers have to be counted again. */
export async function addEvents(transaction: Executor, events: Condition, timeZone: string): Promise<void> {
  await sql`set local statement_timeout = '1h'`.execute(transaction);
  await insertKeys(events).execute(transaction);
  const added = rollupTables.map(({ name, key, rows }) => {
    const columns = sql.join(['span', 'day', ...key, ...measureColumns].map((column) => sql.id(column)));
    const unique = ['span', 'day', ...key].filter((column) => column !== 'dimension').map((column) => sql.id(column));
    const grown = measureColumns.map(
      (column) => sql`${sql.id(column)} = ${sql.table(name)}.${sql.id(column)} + excluded.${sql.id(column)}`,
    );
    return sql`${sql.id(`added_${name}`)} as (
      insert into ${sql.table(name)} (${columns})
      select ${columns} from (${rows}) summed order by ${sql.join(key.map((column) => sql.id(column)))}, day
      on conflict (${sql.join(unique)}) do update set ${sql.join(grown)})`;
  });
  await sql`with ${sql.join([countedEvents(events, timeZone), countedCells(), ...added])}
    insert into access_dirty_spans (span, day)
    select distinct span, date_trunc(span, day::timestamp)::date from counted, unnest(array['day', 'month']) span
    where not robot order by 1, 2
    on conflict (span, day) do update set since = now()`.execute(transaction);
}

export async function saveWatermark(
  transaction: Executor,
  { seq, timeZone, complete }: { seq: number; timeZone: string; complete: boolean },
): Promise<void> {
  await sql`update access_state set folded_seq = ${seq}, time_zone = coalesce(time_zone, ${timeZone}),
    folded_at = case when ${complete}::boolean then now() else folded_at end`.execute(transaction);
}
