import type { Days } from '@lectern/contract/statistics/figure.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { isBetweenDays } from '../../../platform/list/meanings.ts';
import { eventDimensions, numberOf, total } from './dimension.ts';
import { isViewing } from './measure.ts';
import { countedEvents } from './rollup.repository.ts';
import { sketchOf, uniteSketches, type ViewerSketch } from './sketch.ts';

const isCounted = sql`exists (select from access_viewers counted
  where counted.span = 'day' and counted.day = access_dirty_spans.day)`;

/** The next day to count: uncounted days first, newest first; then by how long new events have waited. */
export async function findDirtyDay(db: Executor): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select day::text as day from access_dirty_spans where span = 'day'
    order by ${isCounted}, case when not ${isCounted} then day end desc, since, day limit 1`.execute(db);
  return rows[0]?.day;
}

/** Days whose viewers were never counted, newest first. */
export async function listUncountedDays(db: Executor, { from, to }: Days): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`select day::text as day from access_dirty_spans
    where span = 'day' and day between ${from}::date and ${to}::date and not ${isCounted} order by day desc`.execute(
    db,
  );
  return rows.map(({ day }) => day);
}

/** Months whose sketches are missing or out of date. */
export async function listDirtyMonths(db: Executor, { from, to }: Days): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`select day::text as day from access_dirty_spans
    where span = 'month' and day between ${from}::date - 31 and ${to}::date`.execute(db);
  return rows.map(({ day }) => day);
}

/** A dirty month that is over, has no dirty days and received no events for a while. */
export async function findDirtyMonth(db: Executor, today: string, restSeconds: number): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`select day::text as day from access_dirty_spans months
    where span = 'month' and day + interval '1 month' <= ${today}::date
      and since <= now() - ${restSeconds}::integer * interval '1 second'
      and not exists (select from access_dirty_spans days where days.span = 'day'
        and days.day >= months.day and days.day < months.day + interval '1 month')
    order by day limit 1`.execute(db);
  return rows[0]?.day;
}

export type KeyViewers = ViewerSketch & { dimension: number; key: number };
type UpTo = { seq: number; timeZone: string };

/** Counts a day's viewers from its events: per key of every dimension, and in total. */
export async function readViewersOfDay(db: Executor, day: string, { seq, timeZone }: UpTo): Promise<KeyViewers[]> {
  const keys = eventDimensions.map(
    (name) => sql`select distinct ${numberOf(name)}::smallint, ${sql.id(name)}, viewer from counted
      where ${sql.id(name)} <> 0`,
  );
  const all = sql`select distinct 0::smallint as dimension, ${total} as key, viewer from counted`;
  const isOnDay = isBetweenDays(sql`at`, { from: day, to: day }, { timeZone });
  const events = sql`${isOnDay} and seq <= ${seq} and not robot and ${isViewing}`;
  const { rows } = await sql<Omit<KeyViewers, 'sketch'> & { hashes: Buffer }>`
    with ${countedEvents(events, timeZone)}
    select dimension, key, count(*)::integer as viewers, string_agg(int8send(viewer), '' order by viewer) as hashes
    from (${sql.join([all, ...keys], sql` union all `)}) people group by dimension, key`.execute(db);
  return rows.map(({ hashes, ...row }) => ({ ...row, sketch: sketchOf(hashes) }));
}

export async function countDay(transaction: Executor, day: string, until: UpTo): Promise<void> {
  await sql`set local statement_timeout = '15min'`.execute(transaction);
  await sql`delete from access_viewers where span = 'day' and day = ${day}::date`.execute(transaction);
  await insertViewers(transaction, { span: 'day', day }, await readViewersOfDay(transaction, day, until));
  await sql`delete from access_dirty_spans where span = 'day' and day = ${day}::date`.execute(transaction);
  await sql`insert into access_dirty_spans (span, day) values ('month', date_trunc('month', ${day}::date::timestamp)::date)
    on conflict do nothing`.execute(transaction);
}

export async function listViewersOfDay(db: Executor, day: string): Promise<KeyViewers[]> {
  const { rows } = await sql<KeyViewers>`select dimension, key, viewers, sketch from access_viewers
    where span = 'day' and day = ${day}::date`.execute(db);
  return rows;
}

const rowsPerInsert = 5_000;

async function insertViewers(
  transaction: Executor,
  { span, day }: { span: 'day' | 'month'; day: string },
  viewers: readonly KeyViewers[],
): Promise<void> {
  for (let from = 0; from < viewers.length; from += rowsPerInsert) {
    const rows = viewers.slice(from, from + rowsPerInsert);
    await sql`insert into access_viewers (span, day, dimension, key, viewers, sketch)
      select ${span}, ${day}::date, * from unnest(${rows.map(({ dimension }) => dimension)}::smallint[],
        ${rows.map(({ key }) => key)}::integer[], ${rows.map(({ viewers }) => viewers)}::integer[],
        ${rows.map(({ sketch }) => sketch)}::bytea[])`.execute(transaction);
  }
}

/** Keys merged at once; bounds the memory. */
const keysPerUnion = 500;

/** Merges the daily sketches of a month. */
export async function uniteMonth(transaction: Executor, month: string): Promise<void> {
  await sql`set local statement_timeout = '15min'`.execute(transaction);
  await sql`delete from access_viewers where span = 'month' and day = ${month}::date`.execute(transaction);
  const ofMonth = sql`span = 'day' and day >= ${month}::date and day < (${month}::date + interval '1 month')`;
  const { rows: ends } = await sql<{ last: number | null }>`
    select max(key) as last from access_viewers where ${ofMonth}`.execute(transaction);
  for (let from = 0; from <= (ends[0]?.last ?? -1); from += keysPerUnion) {
    const { rows } = await sql<KeyViewers>`select dimension, key, viewers, sketch from access_viewers
      where ${ofMonth} and key between ${from} and ${from + keysPerUnion - 1}`.execute(transaction);
    const united = [...Map.groupBy(rows, ({ key }) => key).values()].flatMap((days): KeyViewers[] => {
      const { value: viewers, sketch } = uniteSketches(days);
      return days[0] ? [{ ...days[0], viewers, sketch }] : [];
    });
    await insertViewers(transaction, { span: 'month', day: month }, united);
  }
  await sql`delete from access_dirty_spans where span = 'month' and day = ${month}::date`.execute(transaction);
}

/** Records the time when no dirty days are left. */
export async function saveSettled(db: Executor): Promise<void> {
  await sql`update access_state set settled_at = now()
    where not exists (select from access_dirty_spans where span = 'day')`.execute(db);
}
