import { addDays } from '@lectern/contract/statistics/period.ts';
import { sql } from 'kysely';
import type { Db, Executor } from '../../../platform/db/database.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { numberOf } from './dimension.ts';
import { settleMonth } from './fold-loop.ts';
import { measureColumns } from './measure.ts';
import {
  cellTables,
  countedEvents,
  hundredthRows,
  monthFromDays,
  type RollupTable,
  rollupTables,
} from './rollup-rows.ts';
import { countDay, countViewersOfDay, type KeyViewers, listViewersOfDay, onDay } from './viewer-sketch.repository.ts';
import { addEvents, getWatermark, takeFoldLock } from './watermark.repository.ts';

type Rebuild = { db: Db; timeZone: string; tell?(line: string): void };
type KeptDays = { first: string; last: string; all: boolean };

/** The days of which every event is still kept. */
async function keptDays(db: Executor, timeZone: string): Promise<KeptDays | undefined> {
  const { rows } = await sql<{ first: string | null; last: string | null; all: boolean }>`
    select greatest((min(at) at time zone ${timeZone})::date,
        (select (kept_from at time zone ${timeZone})::date + 1 from access_state))::text as first,
      (max(at) at time zone ${timeZone})::date::text as last, (select kept_from is null from access_state) as all
    from access_events`.execute(db);
  const { first, last, all } = rows[0] ?? { first: null, last: null, all: true };
  return first && last ? { first, last, all } : undefined;
}

/** Recounts everything from the kept events while new ones come in. After an interruption it resumes where it was. */
export async function rebuildSums({ db, timeZone, tell = () => undefined }: Rebuild): Promise<number> {
  const days = await keptDays(db, timeZone);
  if (!days) return 0;
  const { rows } = await sql<{ until: string | null }>`select rebuilt_until::text as until from access_state`.execute(
    db,
  );
  const until = rows[0]?.until;
  if (!until && days.all) await removeOutside(db, days);
  let count = 0;
  for (let day = until ? addDays(until, 1) : days.first; day <= days.last; day = addDays(day, 1)) {
    await rebuildDay(db, day, timeZone);
    tell(`Rebuilt ${day}`);
    count += 1;
  }
  for (const month of monthsOf(days)) {
    await rebuildMonth(db, month, { isWhole: days.all || month >= days.first, timeZone });
    tell(`Rebuilt ${month.slice(0, 7)}`);
  }
  while (await settleMonth(db, { timeZone, restSeconds: 0 }));
  await sql`update access_state set rebuilt_until = null, time_zone = ${timeZone}`.execute(db);
  return count;
}

/** In another time zone, there may have been sums outside the days of the events. */
async function removeOutside(db: Db, { first, last }: KeptDays): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await takeFoldLock(transaction);
    for (const name of [...rollupTables.map((table) => table.name), 'access_viewers'])
      await sql`delete from ${sql.table(name)} where day > ${last}::date
        or day < case span when 'day' then ${first}::date else ${monthOf(first)}::date end`.execute(transaction);
  });
}

async function rebuildDay(db: Db, day: string, timeZone: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await takeFoldLock(transaction);
    const { folded_seq: seq } = await getWatermark(transaction);
    for (const { name } of rollupTables)
      await sql`delete from ${sql.table(name)} where span = 'day' and day = ${day}::date`.execute(transaction);
    const events = sql`${onDay(day, timeZone)} and seq <= ${seq}`;
    await addEvents(transaction, { events, timeZone, tables: rollupTables, spans: ['day'] });
    await countDay(transaction, day, { seq, timeZone });
    await sql`update access_state set rebuilt_until = ${day}::date`.execute(transaction);
  });
}

/** From its days; the play time of hundredths from its events. */
async function rebuildMonth(
  db: Db,
  month: string,
  { isWhole, timeZone }: { isWhole: boolean; timeZone: string },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await takeFoldLock(transaction);
    const { folded_seq: seq } = await getWatermark(transaction);
    await sql`set local statement_timeout = '1h'`.execute(transaction);
    for (const table of rollupTables) {
      const columns = columnsOf(table);
      await sql`delete from ${sql.table(table.name)} where ${monthRows(table, month, isWhole)}`.execute(transaction);
      await sql`insert into ${sql.table(table.name)} (span, ${columns})
        select 'month', ${columns} from (${monthFromDays(table, month)}) summed`.execute(transaction);
    }
    if (!isWhole) return;
    const events = sql`${inMonth(month, timeZone)} and seq <= ${seq} and action = 'play'`;
    await addEvents(transaction, { events, timeZone, tables: [hundredthRows], spans: ['month'] });
  });
}

const columnsOf = ({ key }: RollupTable) =>
  sql.join(['day', ...key, ...measureColumns].map((column) => sql.id(column)));

/** Without the hundredths, unless all of them can be counted again. */
const monthRows = ({ name }: RollupTable, month: string, withHundredths: boolean): Condition =>
  sql`span = 'month' and day = ${month}::date
    ${name !== 'access_rollups' || withHundredths ? sql`` : sql`and within <> ${numberOf('hundredth')}`}`;

const inMonth = (month: string, timeZone: string): Condition =>
  sql`at >= ${month}::date::timestamp at time zone ${timeZone}
    and at < (${month}::date + interval '1 month') at time zone ${timeZone}`;

const monthOf = (day: string) => `${day.slice(0, 7)}-01`;

function monthsOf({ first, last }: KeptDays): string[] {
  const months: string[] = [];
  for (let month = monthOf(first); month <= last; month = monthOf(addDays(month, 31))) months.push(month);
  return months;
}

type Difference = { table: string; of: string; rows: number };

/** Recounts and compares: every row that is not what the events say, by table and day. */
export async function compareSums({ db, timeZone, tell = () => undefined }: Rebuild): Promise<Difference[]> {
  const days = await keptDays(db, timeZone);
  if (!days) return [];
  const differences: Difference[] = [];
  for (let day = days.first; day <= days.last; day = addDays(day, 1)) {
    differences.push(...(await compareDay(db, day, timeZone)));
    tell(`Compared ${day}`);
  }
  for (const month of monthsOf(days)) differences.push(...(await compareMonth(db, month)));
  return differences;
}

async function compareDay(db: Db, day: string, timeZone: string): Promise<Difference[]> {
  return db.transaction().execute(async (transaction) => {
    await takeFoldLock(transaction);
    await sql`set local statement_timeout = '15min'`.execute(transaction);
    const { folded_seq: seq } = await getWatermark(transaction);
    const events = sql`${onDay(day, timeZone)} and seq <= ${seq}`;
    const found: Difference[] = [];
    for (const table of rollupTables) {
      const recounted = sql`with ${countedEvents(events, timeZone)}, ${cellTables()} select * from (${table.days}) days`;
      const kept = sql`select * from ${sql.table(table.name)} where span = 'day' and day = ${day}::date`;
      const rows = await countDifferent(transaction, { key: table.key, recounted, kept });
      if (rows > 0) found.push({ table: table.name, of: day, rows });
    }
    const { rows: dirty } = await sql`select from access_dirty_spans where span = 'day' and day = ${day}::date`.execute(
      transaction,
    );
    if (dirty.length > 0) return found;
    const recounted = await countViewersOfDay(transaction, day, { seq, timeZone });
    const rows = countDifferentViewers(recounted, await listViewersOfDay(transaction, day));
    if (rows > 0) found.push({ table: 'access_viewers', of: day, rows });
    return found;
  });
}

async function compareMonth(db: Db, month: string): Promise<Difference[]> {
  return db.transaction().execute(async (transaction) => {
    await takeFoldLock(transaction);
    const found: Difference[] = [];
    for (const table of rollupTables) {
      const without = table.name === 'access_rollups' ? sql`and within <> ${numberOf('hundredth')}` : sql``;
      const kept = sql`select * from ${sql.table(table.name)}
        where span = 'month' and day = ${month}::date ${without}`;
      const recounted = monthFromDays(table, month);
      const rows = await countDifferent(transaction, { key: table.key, recounted, kept });
      if (rows > 0) found.push({ table: table.name, of: month.slice(0, 7), rows });
    }
    return found;
  });
}

function countDifferentViewers(recounted: readonly KeyViewers[], kept: readonly KeyViewers[]): number {
  const nameOf = ({ dimension, key }: KeyViewers) => `${dimension} ${key}`;
  const byName = new Map(kept.map((row) => [nameOf(row), row]));
  const same = recounted.filter((row) => {
    const other = byName.get(nameOf(row));
    return other?.viewers === row.viewers && other.sketch.equals(row.sketch);
  });
  return Math.max(recounted.length, kept.length) - same.length;
}

type Comparison = {
  key: readonly string[];
  recounted: ReturnType<typeof sql>;
  kept: ReturnType<typeof sql>;
};

async function countDifferent(db: Executor, { key, recounted, kept }: Comparison): Promise<number> {
  const different = measureColumns.map(
    (column) => sql`recounted.${sql.id(column)} is distinct from kept.${sql.id(column)}`,
  );
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${recounted}) recounted
    full join (${kept}) kept using (${sql.join(key.map((column) => sql.id(column)))})
    where ${sql.join(different, sql` or `)}`.execute(db);
  return rows[0]?.count ?? 0;
}

const summed = sql.join(measureColumns.map((name) => sql`sum(${sql.id(name)}) as ${sql.id(name)}`));
const differs = (one: string, other: string) =>
  sql.join(
    measureColumns.map((name) => sql`${sql.id(one)}.${sql.id(name)} is distinct from ${sql.id(other)}.${sql.id(name)}`),
    sql` or `,
  );
const totals = (span: string) => sql`access_rollups where span = ${sql.lit(span)} and key in (0, -1) and within = 0`;

/** Compares sums with sums, so it is cheap at any size; `stats:rebuild -- --verify` asks the events. */
export const sumChecks: readonly { what: string; query: ReturnType<typeof sql> }[] = [
  {
    what: 'statistics: months that differ from the sum of their days',
    query: sql`
      select to_char(month, 'YYYY-MM') as wrong from (
        select date_trunc('month', day)::date as month, ${summed} from ${totals('day')} group by 1) days
      full join (select day as month, ${summed} from ${totals('month')} group by 1) months using (month)
      where ${differs('days', 'months')}`,
  },
  {
    what: 'statistics: days that differ from the sum of their hours',
    query: sql`
      select day::text as wrong from (
        select day, ${summed} from ${totals('day')} and key = 0 group by day) days
      full join (
        select day, ${summed} from access_rollups
        where span = 'day' and key = 0 and within = ${numberOf('hour')} group by day) hours using (day)
      where ${differs('days', 'hours')}`,
  },
];
