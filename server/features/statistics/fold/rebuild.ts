import { addDays } from '@lectern/contract/statistics/period.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Executor } from '../../../platform/db/database.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { measureColumns } from './cell.ts';
import { eventTables, type SumTable, sumTables } from './event-sums.ts';
import { addToTables, type FoldState, readFoldState, takeFoldLock } from './fold.repository.ts';
import { removeRecents } from './recent.repository.ts';
import { settleRecents } from './recent.ts';
import { onDay, settleDay, viewersOfDay } from './viewer.repository.ts';
import { markSpans } from './viewer-span.repository.ts';
import { settleNextSpan } from './viewer-span.ts';

type Parts = { db: Db; timeZone: string; tell?(line: string): void };
type Days = { first: string; last: string };

/** Tables whose rows are of one day each, and the condition that finds them. */
const byDay = sumTables.filter(({ name }) => name !== 'access_retention' && !name.endsWith('_months'));
const ofDay = ({ name }: SumTable, day: string, timeZone: string): Condition =>
  name === 'access_hours'
    ? sql`hour >= (${day}::date)::timestamp at time zone ${timeZone}
        and hour < (${day}::date + 1)::timestamp at time zone ${timeZone}`
    : sql`day = ${day}::date`;

/** The whole days of which all events are still kept. */
async function keptDays(db: Executor, timeZone: string, { kept_from: keptFrom }: FoldState): Promise<Days | undefined> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select (min(at) at time zone ${timeZone})::date::text as first, (max(at) at time zone ${timeZone})::date::text as last
    from access_events`.execute(db);
  const { first, last } = rows[0] ?? { first: null, last: null };
  if (!first || !last) return undefined;
  if (!keptFrom) return { first, last };
  const cut = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(keptFrom);
  const whole = addDays(cut, 1);
  return { first: laterOf(first, whole), last };
}

/**
 * Counts everything anew from the events that are kept, day by day and month by month, while others go on coming in. Cut
 * off, it goes on where it was.
 */
export async function rebuildSums({ db, timeZone, tell = () => undefined }: Parts): Promise<number> {
  const state = await readFoldState(db);
  const days = await keptDays(db, timeZone, state);
  if (!days) return 0;
  const { rows } = await sql<{ until: string | null }>`select rebuilt_until::text as until from access_fold`.execute(
    db,
  );
  const until = rows[0]?.until;
  // Where all events are kept, there is nothing before and after them; in another time zone there was.
  if (!until && !state.kept_from) await removeOutside(db, days, timeZone);
  let count = 0;
  for (let day = until ? addDays(until, 1) : days.first; day <= days.last; day = addDays(day, 1)) {
    await rebuildDay(db, day, timeZone);
    tell(`${day} is counted anew.`);
    count += 1;
  }
  for (let month = `${days.first.slice(0, 7)}-01`; month <= days.last; month = nextMonth(month)) {
    await rebuildMonth(db, month, { isWhole: month >= days.first || !state.kept_from, timeZone });
    tell(`${month.slice(0, 7)} is counted anew.`);
  }
  while (await settleNextSpan({ db, timeZone }, 0));
  await settleRecents({ db, timeZone });
  await sql`update access_fold set rebuilt_until = null, time_zone = ${timeZone}`.execute(db);
  return count;
}

async function removeOutside(db: Db, { first, last }: Days, timeZone: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await takeFoldLock(transaction);
    const outside = sql`day < ${first}::date or day > ${last}::date`;
    for (const name of [
      'access_days',
      'access_resource_days',
      'access_course_days',
      'access_terms',
      'access_viewers',
    ]) {
      await sql`delete from ${sql.table(name)} where ${outside}`.execute(transaction);
    }
    // Put together anew from days that are about to be counted.
    await sql`delete from access_viewer_spans`.execute(transaction);
    await removeRecents(transaction);
    for (const name of ['access_tops', 'access_top_spans']) {
      await sql`delete from ${sql.table(name)} where span <> 'day' or ${outside}`.execute(transaction);
    }
    await sql`delete from access_hours where hour < (${first}::date)::timestamp at time zone ${timeZone}
      or hour >= (${last}::date + 1)::timestamp at time zone ${timeZone}`.execute(transaction);
    const month = `${first.slice(0, 7)}-01`;
    for (const { name } of monthTables) {
      await sql`delete from ${sql.table(name)} where day < ${month}::date or day > ${last}::date`.execute(transaction);
    }
    await sql`delete from access_retention where month < ${month}::date or month > ${last}::date`.execute(transaction);
  });
}

async function rebuildDay(db: Db, day: string, timeZone: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await takeFoldLock(transaction);
    const { folded_seq: seq } = await readFoldState(transaction);
    for (const table of byDay) {
      await sql`delete from ${sql.table(table.name)} where ${ofDay(table, day, timeZone)}`.execute(transaction);
    }
    const events = sql`${onDay(day, timeZone)} and seq <= ${seq}`;
    await addToTables(transaction, { events, timeZone, tables: byDay });
    await settleDay(transaction, day, { seq, timeZone });
    await sql`update access_fold set rebuilt_until = ${day}::date`.execute(transaction);
  });
}

/** What is kept by month, from its days; of what was played, from its events. */
async function rebuildMonth(
  db: Db,
  month: string,
  { isWhole, timeZone }: { isWhole: boolean; timeZone: string },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await takeFoldLock(transaction);
    const { folded_seq: seq } = await readFoldState(transaction);
    await sql`set local statement_timeout = '1h'`.execute(transaction);
    for (const { name, from, keys, measures } of monthTables) {
      const columns = sql.join([...keys, ...measures].map((column) => sql.id(column)));
      await sql`delete from ${sql.table(name)} where day = ${month}::date`.execute(transaction);
      await sql`insert into ${sql.table(name)} (day, ${columns}) select ${month}::date, ${monthSums(keys, measures)}
        from ${sql.table(from)} where ${inMonth(sql`day`, month)}
        group by ${sql.join(keys.map((column) => sql.id(column)))}`.execute(transaction);
    }
    // The worker may have put it together while its sums were those of before.
    await markSpans(transaction, month);
    if (!isWhole) return;
    const retention = sumTables.filter(({ name }) => name === 'access_retention');
    await sql`delete from access_retention where month = ${month}::date`.execute(transaction);
    const [first, last] = [`${month}`, addDays(nextMonth(month), -1)];
    const events = sql`at >= (${first}::date)::timestamp at time zone ${timeZone}
      and at < (${last}::date + 1)::timestamp at time zone ${timeZone} and seq <= ${seq} and action = 'play'`;
    await addToTables(transaction, { events, timeZone, tables: retention });
  });
}

const monthTables = [
  {
    name: 'access_months',
    from: 'access_days',
    keys: ['dimension', 'key', 'within', 'within_key'],
    measures: measureColumns,
  },
  {
    name: 'access_resource_months',
    from: 'access_resource_days',
    keys: ['resource', 'kind', 'college', 'department', 'subject', 'owner'],
    measures: measureColumns,
  },
  { name: 'access_term_months', from: 'access_terms', keys: ['term'], measures: ['searches', 'without_result'] },
] as const;

function monthSums(keys: readonly string[], measures: readonly string[]): RawBuilder<unknown> {
  return sql.join([
    ...keys.map((column) => sql`${sql.id(column)}`),
    ...measures.map((column) => sql`sum(${sql.id(column)}) as ${sql.id(column)}`),
  ]);
}

function inMonth(day: RawBuilder<unknown>, month: string): Condition {
  return sql`${day} >= ${month}::date and ${day} < ${nextMonth(month)}::date`;
}

function laterOf(...days: string[]): string {
  return days.sort().at(-1) ?? '';
}

function nextMonth(month: string): string {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))];
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}

export type Difference = { table: string; of: string; rows: number };

/** Recounts and compares: every row of a sum that is not what the events say, table by table and day by day. */
export async function compareSums(
  { db, timeZone, tell = () => undefined }: Parts,
  wanted: { lastDays?: number } = {},
): Promise<Difference[]> {
  const days = await keptDays(db, timeZone, await readFoldState(db));
  if (!days) return [];
  const from = wanted.lastDays ? addDays(days.last, 1 - wanted.lastDays) : days.first;
  const differences: Difference[] = [];
  for (let day = laterOf(from, days.first); day <= days.last; day = addDays(day, 1)) {
    differences.push(...(await compareDay(db, day, timeZone)));
    tell(`${day} is compared.`);
  }
  for (let month = `${from.slice(0, 7)}-01`; month <= days.last; month = nextMonth(month)) {
    differences.push(...(await compareMonth(db, month)));
  }
  return differences;
}

async function compareDay(db: Db, day: string, timeZone: string): Promise<Difference[]> {
  return db.transaction().execute(async (transaction) => {
    await takeFoldLock(transaction);
    await sql`set local statement_timeout = '15min'`.execute(transaction);
    const { folded_seq: seq } = await readFoldState(transaction);
    const found: Difference[] = [];
    const events = sql`${onDay(day, timeZone)} and seq <= ${seq}`;
    for (const table of byDay) {
      const keys = sql.join(table.key.map((column) => sql.id(column)));
      const different = table.measures.map(
        (column) => sql`counted_anew.${sql.id(column)} is distinct from kept.${sql.id(column)}`,
      );
      const { rows } = await sql<{ rows: number }>`with ${eventTables(events, timeZone)}
        select count(*) as rows from (${table.rows}) counted_anew
        full join (select * from ${sql.table(table.name)} where ${ofDay(table, day, timeZone)}) kept using (${keys})
        where ${sql.join(different, sql` or `)}`.execute(transaction);
      if (rows[0]?.rows) found.push({ table: table.name, of: day, rows: rows[0].rows });
    }
    const { rows: waiting } = await sql`select from access_unsettled_days where day = ${day}::date`.execute(
      transaction,
    );
    if (waiting.length > 0) return found;
    const { rows } = await sql<{ rows: number }>`
      select count(*) as rows from (${viewersOfDay(day, { seq, timeZone })}) counted_anew
      full join (select * from access_viewers where day + 0 = ${day}::date) kept using (key, within, within_key)
      where counted_anew.viewers is distinct from kept.viewers or counted_anew.sketch is distinct from kept.sketch`.execute(
      transaction,
    );
    if (rows[0]?.rows) found.push({ table: 'access_viewers', of: day, rows: rows[0].rows });
    return found;
  });
}

async function compareMonth(db: Db, month: string): Promise<Difference[]> {
  return db.transaction().execute(async (transaction) => {
    await takeFoldLock(transaction);
    const found: Difference[] = [];
    for (const { name, from, keys, measures } of monthTables) {
      const names = sql.join(keys.map((column) => sql.id(column)));
      const different = measures.map((column) => sql`summed.${sql.id(column)} is distinct from kept.${sql.id(column)}`);
      const { rows } = await sql<{ rows: number }>`select count(*) as rows from (
          select ${monthSums(keys, measures)} from ${sql.table(from)} where ${inMonth(sql`day`, month)} group by ${names}) summed
        full join (select * from ${sql.table(name)} where day = ${month}::date) kept using (${names})
        where ${sql.join(different, sql` or `)}`.execute(transaction);
      if (rows[0]?.rows) found.push({ table: name, of: month.slice(0, 7), rows: rows[0].rows });
    }
    return found;
  });
}
