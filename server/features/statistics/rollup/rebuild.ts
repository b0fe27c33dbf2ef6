import { addDays } from '@lectern/contract/statistics/period.ts';
import { sql } from 'kysely';
import type { Db, Executor } from '../../../platform/db/database.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { columnList, numberOf, type Sql } from './dimension.ts';
import { countViewersOfDay, uniteViewersOfMonth } from './fold-loop.ts';
import { measureColumns, sumsOf } from './measure.ts';
import { addEvents, countedCells, countedEvents, rollupTables } from './rollup.repository.ts';
import { type KeyViewers, listViewersOfDay, readViewersOfDay } from './viewer-sketch.repository.ts';
import { getWatermark, takeFoldLock } from './watermark.repository.ts';

type Rebuild = { db: Db; timeZone: string; log?(line: string): void };
/** `all`: true if no events were ever removed. */
type KeptMonths = { months: string[]; all: boolean };

/** The months whose events are all still kept. */
async function listKeptMonths(db: Executor, timeZone: string): Promise<KeptMonths> {
  const { rows } = await sql<{ months: string[]; all: boolean }>`
    select array(select month::date::text from generate_series(
        greatest(date_trunc('month', min(at) at time zone ${timeZone}),
          (select date_trunc('month', (kept_from - interval '1 second') at time zone ${timeZone}) + interval '1 month' from access_state)),
        max(at) at time zone ${timeZone}, interval '1 month') month) as months,
      (select kept_from is null from access_state) as all
    from access_events`.execute(db);
  return rows[0] ?? { months: [], all: true };
}

/** Recomputes all rollups from the kept events while new ones arrive; resumes with the next month. */
export async function rebuildSums({ db, timeZone, log = () => undefined }: Rebuild): Promise<number> {
  const { months, all } = await listKeptMonths(db, timeZone);
  const { rows } = await sql<{ until: string | null }>`select rebuilt_until::text as until from access_state`.execute(
    db,
  );
  const until = rows[0]?.until ?? '';
  if (!until && all) await removeOutside(db, months);
  let count = 0;
  for (const month of months.filter((each) => each > until)) {
    await rebuildMonth(db, month, timeZone);
    log(`Rebuilt ${month.slice(0, 7)}`);
    count += 1;
  }
  while (await countViewersOfDay(db, timeZone)) log('Counted the viewers of a day');
  while (await uniteViewersOfMonth(db, timeZone, 0));
  await sql`update access_state set rebuilt_until = null, time_zone = ${timeZone}`.execute(db);
  return count;
}

/** After a time zone change, rollups may contain months outside those of the events. */
async function removeOutside(db: Db, months: readonly string[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await takeFoldLock(transaction);
    for (const name of [...rollupTables.map((table) => table.name), 'access_viewers'])
      await sql`delete from ${sql.table(name)}
        where date_trunc('month', day::timestamp)::date <> all (${months}::date[])`.execute(transaction);
  });
}

async function rebuildMonth(db: Db, month: string, timeZone: string): Promise<void> {
  const isInMonth = sql`day >= ${month}::date and day < (${month}::date + interval '1 month')`;
  await db.transaction().execute(async (transaction) => {
    await takeFoldLock(transaction);
    for (const { name } of rollupTables)
      await sql`delete from ${sql.table(name)} where ${isInMonth}`.execute(transaction);
    await addEvents(transaction, await foldedEvents(transaction, month, timeZone), timeZone);
    // Keeps spans that are dirty and will be recounted; the others no longer have viewers.
    await sql`delete from access_viewers where ${isInMonth} and not exists (select from access_dirty_spans dirty
      where dirty.span = access_viewers.span and dirty.day = access_viewers.day)`.execute(transaction);
    await sql`update access_state set rebuilt_until = ${month}::date`.execute(transaction);
  });
}

/** The events of a month that are already folded. */
async function foldedEvents(transaction: Executor, month: string, timeZone: string): Promise<Condition> {
  const { folded_seq: seq } = await getWatermark(transaction);
  return sql`at >= ${month}::date::timestamp at time zone ${timeZone}
    and at < (${month}::date + interval '1 month') at time zone ${timeZone} and seq <= ${seq}`;
}

type Difference = { table: string; of: string; rows: number };

/** Recomputes the rollups and reports every row that differs, by table and day or month. */
export async function compareSums({ db, timeZone, log = () => undefined }: Rebuild): Promise<Difference[]> {
  const { months } = await listKeptMonths(db, timeZone);
  const differences: Difference[] = [];
  for (const month of months) {
    differences.push(...(await compareMonth(db, month, timeZone)));
    log(`Compared ${month.slice(0, 7)}`);
  }
  return differences;
}

async function compareMonth(db: Db, month: string, timeZone: string): Promise<Difference[]> {
  return db.transaction().execute(async (transaction) => {
    await takeFoldLock(transaction);
    await sql`set local statement_timeout = '1h'`.execute(transaction);
    const differences: Difference[] = [];
    const events = await foldedEvents(transaction, month, timeZone);
    for (const { name, key, rows: recounted } of rollupTables) {
      const { rows } = await sql<Omit<Difference, 'table'>>`
        with ${countedEvents(events, timeZone)}, ${countedCells()}
        select left(day::text, case span when 'month' then 7 else 10 end) as of, count(*)::integer as rows
        from (${recounted}) recounted full join (select * from ${sql.table(name)}
          where day >= ${month}::date and day < (${month}::date + interval '1 month')) kept
          using (span, day, ${columnList(key)})
        where ${differs('recounted', 'kept')} group by 1 order by 1`.execute(transaction);
      differences.push(...rows.map((row) => ({ table: name, ...row })));
    }
    const next = addDays(month, 31).slice(0, 7);
    for (let day = month; !day.startsWith(next); day = addDays(day, 1)) {
      const rows = await countDifferentViewers(transaction, day, timeZone);
      if (rows > 0) differences.push({ table: 'access_viewers', of: day, rows });
    }
    return differences;
  });
}

/** Skips dirty days, which are not counted yet. */
async function countDifferentViewers(transaction: Executor, day: string, timeZone: string): Promise<number> {
  const { rows: dirty } = await sql`select from access_dirty_spans where span = 'day' and day = ${day}::date`.execute(
    transaction,
  );
  if (dirty.length > 0) return 0;
  const { folded_seq: seq } = await getWatermark(transaction);
  const recounted = await readViewersOfDay(transaction, day, { seq, timeZone });
  const kept = await listViewersOfDay(transaction, day);
  const nameOf = ({ dimension, key }: KeyViewers) => `${dimension} ${key}`;
  const byName = new Map(kept.map((row) => [nameOf(row), row]));
  const same = recounted.filter((row) => {
    const other = byName.get(nameOf(row));
    return other?.viewers === row.viewers && other.sketch.equals(row.sketch);
  });
  return Math.max(recounted.length, kept.length) - same.length;
}

const differs = (one: string, other: string) =>
  sql.join(
    measureColumns.map((name) => sql`${sql.id(one, name)} is distinct from ${sql.id(other, name)}`),
    sql` or `,
  );
const totals = (span: string) => sql`access_rollups where span = ${sql.lit(span)} and key in (0, -1) and within = 0`;

type SumCheck = { what: string; query: ReturnType<typeof sql> };

function sumCheck(what: string, one: Sql, other: Sql): SumCheck {
  const query = sql`select day::text as wrong from (${one}) one full join (${other}) other using (day)
    where ${differs('one', 'other')}`;
  return { what, query };
}

/** Compares rollups with each other: cheap at any size. `stats:rebuild -- --verify` uses the events. */
export const sumChecks: readonly SumCheck[] = [
  sumCheck(
    'statistics: months that differ from the sum of their days',
    sql`select date_trunc('month', day)::date as day, ${sumsOf()} from ${totals('day')} group by 1`,
    sql`select day, ${sumsOf()} from ${totals('month')} group by 1`,
  ),
  sumCheck(
    'statistics: days that differ from the sum of their hours',
    sql`select day, ${sumsOf()} from ${totals('day')} and key = 0 group by day`,
    sql`select day, ${sumsOf()} from access_rollups
      where span = 'day' and key = 0 and within = ${numberOf('hour')} group by day`,
  ),
];
