import type { AccessGrain } from '@lectern/contract/statistics/access-dimension.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import { addDays } from '@lectern/contract/statistics/period.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { columnList, type EventDimension, numberOf, type Sql } from '../rollup/dimension.ts';
import {
  columnsOf,
  figuresOf,
  measureColumns,
  noSums,
  rankingOf,
  type SummedMeasure,
  type Sums,
  sumsOf,
} from '../rollup/measure.ts';
import { hasKey, narrowedTo, type Selection, splitMonths, sumSource } from './selection.ts';

/** `start`: the first day of the bucket, which may precede the period; null for the whole period. */
export type BucketKey = { start: string | null; hour: number | null; key: string | null };
/** One figure per bucket and group; hourly buckets can't be grouped. */
export type BucketQuery = { grain: AccessGrain | 'whole'; by?: EventDimension };

/** Counts weeks from a Monday with date arithmetic, because `date_trunc` would cost more than the sums. */
export function startOfBucket(day: Sql, grain: AccessGrain): Sql {
  if (grain === 'week') return sql`(${day} - (${day} - date '1900-01-01') % 7)`;
  return grain === 'month' ? sql`date_trunc('month', ${day}::timestamp)::date` : day;
}

/** Like `startOfBucket`, for a date in JavaScript. */
export function startOf(day: string, grain: AccessGrain): string {
  if (grain === 'month') return `${day.slice(0, 7)}-01`;
  if (grain !== 'week') return day;
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** Sums by bucket and group; with a measure, only the columns it needs. */
export async function sumBuckets(
  db: Executor,
  selection: Selection,
  { grain, by, measure }: BucketQuery & { measure?: SummedMeasure },
): Promise<(Sums & BucketKey)[]> {
  const groupBy = grain === 'hour' ? 'hour' : (by ?? 'none');
  const { rows, key } = sumSource(selection, groupBy, grain === 'whole' || grain === 'month' ? 'month' : 'day');
  const columns = measure ? columnsOf[measure] : measureColumns;
  const { rows: buckets } = await sql<Partial<Sums> & BucketKey>`
    select start::text, ${groupBy === 'hour' ? sql`part` : sql`null::integer`} as hour,
      ${by && groupBy !== 'hour' ? key : sql`null`} as key, ${columnList(columns)} from (
      select ${grain === 'whole' ? sql`null::date` : startOfBucket(sql`day`, grain)} as start, part, ${sumsOf(columns)}
      from (${rows}) source ${groupBy === 'none' ? sql`` : sql`where part is not null`} group by 1, 2) summed`.execute(
    db,
  );
  return buckets.map((bucket) => ({ ...noSums, ...bucket }));
}

export async function sumAll(db: Executor, selection: Selection): Promise<Sums> {
  const [all] = await sumBuckets(db, selection, { grain: 'whole' });
  return all ?? noSums;
}

/** Sums of all events that have a key of the dimension. */
export async function sumKeyed(db: Executor, selection: Selection, by: EventDimension): Promise<Sums> {
  const { rows } = sumSource(selection, by, 'month');
  const { rows: sums } = await sql<Sums>`
    select ${sumsOf()} from (${rows}) source where part is not null`.execute(db);
  return sums[0] ?? noSums;
}

type GroupSums = Sums & { key: string };

/** The top groups by a measure; `count`: all groups with a value above zero. */
export async function listTopSums(
  db: Executor,
  selection: Selection,
  { by, measure, limit }: { by: EventDimension; measure: SummedMeasure; limit: number },
): Promise<{ groups: GroupSums[]; count: number }> {
  const columns = columnsOf[measure];
  const { rows, key } = sumSource(selection, by, 'month');
  const ranking = rankingOf(measure);
  const { rows: top } = await sql<Partial<Sums> & { key: string; count: number }>`
    select ${key} as key, ${columnList(columns)}, count from (
      select *, count(*) over () as count from (
        select part, ${sumsOf(columns)} from (${rows}) source where part is not null group by part) grouped
      where ${ranking} > 0 order by ${ranking} desc, part limit ${limit}) top order by ${ranking} desc, part`.execute(
    db,
  );
  return { groups: top.map(({ count: _, ...group }) => ({ ...noSums, ...group })), count: top[0]?.count ?? 0 };
}

/** The most viewed resources with their usage, and their views in the compared period. */
export async function listTopResources(
  db: Executor,
  selection: Selection,
  { compared, limit }: { compared: Days | null; limit: number },
) {
  const { groups } = await listTopSums(db, selection, { by: 'resource', measure: 'views', limit });
  const keys = groups.map(({ key }) => key);
  const sumWithin = async (days: Days) => {
    const narrowed = narrowedTo({ ...selection, days }, { dimension: 'resource', keys });
    const rows = await sumBuckets(db, narrowed, { grain: 'whole', by: 'resource' });
    return new Map(rows.map(({ key, ...sums }) => [key, sums]));
  };
  const [now, past] = await Promise.all([sumWithin(selection.days), compared && sumWithin(compared)]);
  return keys.map((id) => {
    const { views, plays, downloads, playSeconds } = figuresOf(now.get(id) ?? noSums);
    return { id, views, plays, downloads, playSeconds, beforeViews: past && (past.get(id) ?? noSums).views };
  });
}

type HourSums = Sums & { weekday: number; hour: number };

/** Sums by ISO weekday (1 is Monday) and hour. */
export async function sumWeekHours(db: Executor, selection: Selection): Promise<HourSums[]> {
  const { rows } = sumSource(selection, 'hour', 'day');
  const { rows: hours } =
    await sql<HourSums>`select extract(isodow from day)::integer as weekday, part as hour, ${sumsOf()}
    from (${rows}) source group by 1, 2 order by 1, 2`.execute(db);
  return hours;
}

/** Seconds played per hundredth of a recording (0 to 99), for whole months. */
export async function sumHundredths(
  db: Executor,
  resourceId: string,
  { from, to }: Days,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ hundredth: number; ms: number }>`
    select within_key as hundredth, sum(play_ms)::bigint as ms from access_rollups
    where ${hasKey(sql`key`, { dimension: 'resource', keys: [resourceId] })} and within = ${numberOf('hundredth')}
      and span = 'month' and day between ${from}::date and ${to}::date group by within_key`.execute(db);
  return new Map(rows.map(({ hundredth, ms }) => [hundredth, ms / 1000]));
}

type TermSums = { term: string; searches: number; withoutResult: number };

/** The most frequent search terms, overall or among searches without results. */
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

/** `id` and `views` (views plus plays) of what was used in the last days up to `at`, without robots. */
export function viewedThings({ of, days, at }: { of: 'resource' | 'course'; days: number; at: Date }): Sql {
  const lastDay = sql`(select (${at}::timestamptz at time zone coalesce(time_zone, 'UTC'))::date from access_state)`;
  const inDays = sql`span = 'day' and day > ${lastDay} - ${days}::integer and day <= ${lastDay}`;
  const summed =
    of === 'course'
      ? sql`select key, sum(views + plays) as views from access_rollups
          where within_key = 0 and within = 0 and dimension = ${numberOf('course')} and ${inDays} group by key`
      : sql`select resource as key, sum(views + plays) as views from access_resource_rollups where ${inDays} group by resource`;
  return sql`select access_keys.key::uuid as id, summed.views from (${summed}) summed
    join access_keys on access_keys.id = summed.key where summed.views > 0`;
}
