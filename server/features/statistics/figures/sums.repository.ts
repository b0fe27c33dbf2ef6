import type { AccessGrain } from '@lectern/contract/statistics/access-dimension.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { type EventDimension, numberOf, type Sql } from '../rollup/dimension.ts';
import { columnsOfAll, noSums, rankingOf, type SummedMeasure, type Sums, sumsOf } from '../rollup/measure.ts';
import { type Grouping, splitMonths, sumSource } from './rollup-source.ts';
import { narrowedTo, type Selection } from './selection.ts';

/** Everything in one row. */
export async function sumAll(db: Executor, selection: Selection): Promise<Sums> {
  const { rows } = await sumSource(selection, 'none', 'month');
  const { rows: found } = await sql<Sums>`select ${sumsOf()} from (${rows}) source`.execute(db);
  return found[0] ?? noSums;
}

export type GroupSums = { key: string; sums: Sums };
/** `count`: of all groups with anything to rank; `keyed`: the sums of all events that have a key. */
type Groups = { groups: GroupSums[]; count: number; keyed: Sums };
type GroupQuery = {
  by: EventDimension;
  measures: readonly SummedMeasure[];
  /** The greatest by a measure, or the groups of these keys. */
  only?: { measure: SummedMeasure; limit: number } | { keys: readonly string[] };
};

/** Sums by group, and of all groups together. Only the sums behind the measures are filled. */
export async function sumGroups(
  db: Executor,
  selection: Selection,
  { by, measures, only }: GroupQuery,
): Promise<Groups> {
  const columns = columnsOfAll(measures);
  const { rows, key } = sumSource(selection, by, 'month');
  const ranking = only && 'limit' in only ? rankingOf(only.measure) : undefined;
  const names = sql.join(columns.map((name) => sql.id(name)));
  const listed = ranking
    ? sql`select * from grouped where ${ranking} > 0 order by ${ranking} desc, part limit ${(only as { limit: number }).limit}`
    : sql`select * from grouped`;
  const keyed = only && 'keys' in only ? sql`where key = any (${only.keys}::text[])` : sql``;
  type Row = Partial<Sums> & { key: string | null; count: number };
  const { rows: found } = await sql<Row>`
    with grouped as materialized (
      select part, ${sumsOf(columns)} from (${rows}) source where part is not null group by part)
    select key, ${names}, 0 as count from (select ${key} as key, ${names} from (${listed}) listed) named ${keyed}
    union all
    select null, ${sumsOf(columns)}, count(*) ${ranking ? sql`filter (where ${ranking} > 0)` : sql``} from grouped`.execute(
    db,
  );
  const groups = found.flatMap(({ key: name, count: _, ...sums }) =>
    name === null ? [] : [{ key: name, sums: { ...noSums, ...sums } }],
  );
  const { key: _key, count = 0, ...all } = found.find((row) => row.key === null) ?? { key: null };
  return { groups, count, keyed: { ...noSums, ...all } };
}

/** The sums of some keys. */
export async function sumKeys(
  db: Executor,
  selection: Selection,
  { by, keys, measures }: { by: EventDimension; keys: readonly string[]; measures: readonly SummedMeasure[] },
): Promise<Map<string, Sums>> {
  if (keys.length === 0) return new Map();
  const { groups } = await sumGroups(db, narrowedTo(selection, { dimension: by, keys }), { by, measures });
  return new Map(groups.map(({ key, sums }) => [key, sums]));
}

/** `start`: the first day of the bucket; the first one may begin before the period. */
export type BucketSums = Sums & { start: string; hour: number | null; key: string | null };
type BucketQuery = {
  grain: AccessGrain;
  measures: readonly SummedMeasure[];
  /** Only these groups; hours are not grouped. */
  group?: { by: EventDimension; keys: readonly string[] };
};

/** Bucket by bucket. */
export async function sumBuckets(
  db: Executor,
  selection: Selection,
  { grain, measures, group }: BucketQuery,
): Promise<BucketSums[]> {
  const narrowed = group ? narrowedTo(selection, { dimension: group.by, keys: group.keys }) : selection;
  const groupBy: Grouping = grain === 'hour' ? 'hour' : (group?.by ?? 'none');
  const { rows, key } = sumSource(narrowed, groupBy, grain === 'month' ? 'month' : 'day');
  const columns = columnsOfAll(measures);
  const names = sql.join(columns.map((name) => sql.id(name)));
  const isGrouped = groupBy !== 'none' && groupBy !== 'hour';
  const { rows: buckets } = await sql<Partial<BucketSums> & { start: string; part: string | null }>`
    select start::text, ${isGrouped ? key : sql`null`} as key,
      ${groupBy === 'hour' ? sql`part` : sql`null::integer`} as hour, ${names} from (
      select ${startOfBucket(sql`day`, grain)} as start, part, ${sumsOf(columns)} from (${rows}) source
      ${groupBy === 'none' ? sql`` : sql`where part is not null`} group by 1, 2) summed`.execute(db);
  return buckets.map((bucket) => ({ ...noSums, key: null, hour: null, ...bucket }));
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
  const spans = [...days.map((some) => ({ span: 'day', ...some })), ...(months ? [{ span: 'month', ...months }] : [])];
  const within = spans.map(
    ({ span, from, to }) => sql`(span = ${sql.lit(span)} and day between ${from}::date and ${to}::date)`,
  );
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
