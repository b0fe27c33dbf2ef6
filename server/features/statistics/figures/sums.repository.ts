import type { AccessGrain } from '@lectern/contract/statistics/access-dimension.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { type EventDimension, numberOf, type Sql } from '../rollup/dimension.ts';
import {
  columnsOfAll,
  measureColumns,
  noSums,
  rankingOf,
  type SummedMeasure,
  type Sums,
  sumsOf,
} from '../rollup/measure.ts';
import { narrowedTo, type Selection, splitMonths, sumSource } from './selection.ts';

/** `start`: the first day of the bucket, which may be before the period; null: the whole period. */
export type BucketSums = Sums & { start: string | null; hour: number | null; key: string | null };
export type BucketQuery = {
  grain: AccessGrain | 'whole';
  /** One bucket per group; hours are not grouped. */
  by?: EventDimension;
  /** Only these groups. */
  keys?: readonly string[];
};

/** Sums by bucket and group. Only the sums behind the measures are filled. */
export async function sumBuckets(
  db: Executor,
  selection: Selection,
  { grain, by, keys, measures }: BucketQuery & { measures?: readonly SummedMeasure[] },
): Promise<BucketSums[]> {
  const narrowed = by && keys ? narrowedTo(selection, { dimension: by, keys }) : selection;
  const groupBy = grain === 'hour' ? 'hour' : (by ?? 'none');
  const { rows, key } = sumSource(narrowed, groupBy, grain === 'whole' || grain === 'month' ? 'month' : 'day');
  const columns = measures ? columnsOfAll(measures) : measureColumns;
  const { rows: buckets } = await sql<Partial<BucketSums> & Pick<BucketSums, 'start' | 'hour' | 'key'>>`
    select start::text, ${groupBy === 'hour' ? sql`part` : sql`null::integer`} as hour,
      ${by && groupBy !== 'hour' ? key : sql`null`} as key, ${sql.join(columns.map((name) => sql.id(name)))} from (
      select ${grain === 'whole' ? sql`null::date` : startOfBucket(sql`day`, grain)} as start, part, ${sumsOf(columns)}
      from (${rows}) source ${groupBy === 'none' ? sql`` : sql`where part is not null`} group by 1, 2) summed`.execute(
    db,
  );
  return buckets.map((bucket) => ({ ...noSums, ...bucket }));
}

/** Everything in one row. */
export async function sumAll(db: Executor, selection: Selection): Promise<Sums> {
  const [all] = await sumBuckets(db, selection, { grain: 'whole' });
  return all ?? noSums;
}

/** All events that have a key of a dimension. */
export async function sumKeyed(db: Executor, selection: Selection, by: EventDimension): Promise<Sums> {
  const { rows } = sumSource(selection, by, 'month');
  const { rows: sums } = await sql<Sums>`
    select ${sumsOf()} from (${rows}) source where part is not null`.execute(db);
  return sums[0] ?? noSums;
}

type GroupSums = Sums & { key: string };

/** The groups with the most of a measure; `count`: of all groups with any. */
export async function listTopSums(
  db: Executor,
  selection: Selection,
  { by, measure, limit }: { by: EventDimension; measure: SummedMeasure; limit: number },
): Promise<{ groups: GroupSums[]; count: number }> {
  const columns = columnsOfAll([measure]);
  const { rows, key } = sumSource(selection, by, 'month');
  const ranking = rankingOf(measure);
  const { rows: top } = await sql<Partial<Sums> & { key: string; count: number }>`
    select ${key} as key, ${sql.join(columns.map((name) => sql.id(name)))}, count from (
      select *, count(*) over () as count from (
        select part, ${sumsOf(columns)} from (${rows}) source where part is not null group by part) grouped
      where ${ranking} > 0 order by ${ranking} desc, part limit ${limit}) top order by ${ranking} desc, part`.execute(
    db,
  );
  return { groups: top.map(({ count: _, ...group }) => ({ ...noSums, ...group })), count: top[0]?.count ?? 0 };
}

/** Weeks by arithmetic from a Monday: the calendar costs more than the sums. */
export function startOfBucket(day: Sql, grain: AccessGrain): Sql {
  if (grain === 'week') return sql`(${day} - (${day} - date '1900-01-01') % 7)`;
  return grain === 'month' ? sql`date_trunc('month', ${day}::timestamp)::date` : day;
}

type HourSums = Sums & { weekday: number; hour: number };

/** By weekday (1 is Monday) and hour. */
export async function sumWeekHours(db: Executor, selection: Selection): Promise<HourSums[]> {
  const { rows } = sumSource(selection, 'hour', 'day');
  const { rows: hours } =
    await sql<HourSums>`select extract(isodow from day)::integer as weekday, part as hour, ${sumsOf()}
    from (${rows}) source group by 1, 2 order by 1, 2`.execute(db);
  return hours;
}

type TermSums = { term: string; searches: number; withoutResult: number };

/** The most frequent search terms, or those most often without a result. */
export async function listTerms(
  db: Executor,
  period: Days,
  { withoutResult, limit }: { withoutResult: boolean; limit: number },
): Promise<TermSums[]> {
  const { months, days } = splitMonths(period);
  const isWithin = (span: string, { from, to }: Days) =>
    sql`(span = ${sql.lit(span)} and day between ${from}::date and ${to}::date)`;
  const within = [...days.map((some) => isWithin('day', some)), ...(months ? [isWithin('month', months)] : [])];
  const ranking = withoutResult ? sql`"withoutResult"` : sql`searches`;
  const { rows } = await sql<TermSums>`
    select (select key from access_keys where id = summed.key) as term, searches, "withoutResult" from (
      select key, coalesce(sum(searches) filter (where within = 0), 0)::integer as searches,
        coalesce(sum(searches) filter (where within <> 0), 0)::integer as "withoutResult"
      from access_rollups where dimension = ${numberOf('term')} and within in (0, ${numberOf('missed')})
        and within_key in (0, 1) and (${sql.join(within, sql` or `)}) group by key) summed
    where ${ranking} > 0 order by ${ranking} desc, term limit ${limit}`.execute(db);
  return rows;
}
