import { type RawBuilder, sql } from 'kysely';
import type { Db, Executor } from '../../../platform/db/database.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { eventsLock } from '../intake/access-event.repository.ts';
import { eventTables, insertKeys, type SumTable, sumTables } from './event-sums.ts';

export type FoldState = {
  folded_seq: number;
  folded_at: Date | null;
  settled_at: Date | null;
  kept_from: Date | null;
  time_zone: string | null;
};

export async function readFoldState(db: Executor): Promise<FoldState> {
  const { rows } = await sql<FoldState>`select folded_seq, folded_at, settled_at, kept_from, time_zone
    from access_fold`.execute(db);
  if (!rows[0]) throw new Error('Nobody knows how far the sums of access events are');
  return rows[0];
}

/**
 * Whether there is anything to do: what came in is not summed, people of a day are not counted, or it was not looked at for
 * a while. Asked without a lock: who writes at this instant is seen by the next look.
 */
export async function isAnythingDue(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select folded_at is null or folded_at < now() - interval '10 seconds'
      or exists (select from access_unsettled_days)
      or folded_seq < (select case when is_called then last_value else 0 end from access_events_seq) as due
    from access_fold`.execute(db);
  return rows[0]?.due ?? true;
}

/** Only one sums at a time, and whoever builds the sums anew. */
export async function tryFoldLock(transaction: Executor): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('access fold', 0)) as mine`.execute(transaction);
  return rows[0]?.mine === true;
}

export async function takeFoldLock(transaction: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('access fold', 0))`.execute(transaction);
}

/** The number below which everything is in: nobody writes at this instant. */
export async function readUpperSeq(db: Db): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${eventsLock})`.execute(transaction);
    const { rows } = await sql<{ upper: number }>`
      select case when is_called then last_value else 0 end as upper from access_events_seq`.execute(transaction);
    return rows[0]?.upper ?? 0;
  });
}

/** Adds what these events are to the sums, and marks their days: the people of these are to be counted anew. */
export async function addEvents(transaction: Executor, events: Condition, timeZone: string): Promise<void> {
  const unsettled = sql`unsettled as (
    insert into access_unsettled_days (day) select distinct day from counted where not robot order by day
    on conflict (day) do update set since = now())`;
  await addTo(transaction, { events, timeZone, tables: sumTables, more: [unsettled] });
}

/** The same to some of the tables, by whoever counts the people of those days as well. */
export async function addToTables(
  transaction: Executor,
  wanted: { events: Condition; timeZone: string; tables: readonly SumTable[] },
): Promise<void> {
  await addTo(transaction, { ...wanted, more: [] });
}

type Adding = {
  events: Condition;
  timeZone: string;
  tables: readonly SumTable[];
  more: readonly RawBuilder<unknown>[];
};

async function addTo(transaction: Executor, { events, timeZone, tables, more }: Adding): Promise<void> {
  // A piece of a busy day on a busy machine may take longer than anybody would wait for a page.
  await sql`set local statement_timeout = '15min'`.execute(transaction);
  await insertKeys(events).execute(transaction);
  const added = tables.map((table) => sql`${sql.id(`to_${table.name}`)} as (${upsert(table)})`);
  await sql`with ${sql.join([eventTables(events, timeZone), ...added, ...more])} select`.execute(transaction);
}

function upsert({ name, key, measures, rows }: SumTable) {
  const columns = [...key, ...measures];
  const grown = measures
    .filter((measure) => measure !== 'dimension')
    .map((measure) => sql`${sql.id(measure)} = ${sql.table(name)}.${sql.id(measure)} + excluded.${sql.id(measure)}`);
  return sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.id(column)))})
    select ${sql.join(columns.map((column) => sql.id(column)))} from (${rows}) summed
    order by ${sql.join(key.map((column) => sql.id(column)))}
    on conflict (${sql.join(key.map((column) => sql.id(column)))}) do update set ${sql.join(grown)}`;
}

export async function saveFolded(
  transaction: Executor,
  { seq, timeZone, complete }: { seq: number; timeZone: string; complete: boolean },
): Promise<void> {
  await sql`update access_fold set folded_seq = ${seq}, time_zone = coalesce(time_zone, ${timeZone}),
    folded_at = case when ${complete}::boolean then now() else folded_at end`.execute(transaction);
}

/** Nothing came in: that is worth writing down now and then, not with every look. */
export async function touchFolded(db: Executor): Promise<void> {
  await sql`update access_fold set folded_at = now()
    where folded_at is null or folded_at < now() - interval '10 seconds'`.execute(db);
}
