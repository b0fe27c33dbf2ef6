import { setImmediate } from 'node:timers/promises';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import { addDays } from '@lectern/contract/statistics/period.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { todayIn } from '../../../platform/local-time.ts';
import { type EventDimension, eventColumn, numberOf, type Sql, total } from '../rollup/dimension.ts';
import { isViewing } from '../rollup/measure.ts';
import { type Estimate, uniteSketches, type ViewerSketch } from '../rollup/sketch.ts';
import { listDirtyMonths } from '../rollup/viewer-sketch.repository.ts';
import { allConstraints, hasKey, narrowedTo, type Selection, selectedEvents, splitMonths } from './selection.ts';
import { type BucketKey, type BucketQuery, startOf, startOfBucket } from './sums.repository.ts';

type BucketViewers = BucketKey & { figure: Estimate };

export async function countViewers(
  db: Executor,
  selection: Selection,
  { grain, by }: BucketQuery,
): Promise<BucketViewers[]> {
  const sketches = sketchesOf(selection, by);
  return sketches && grain !== 'hour'
    ? countFromSketches(db, selection, grain, sketches)
    : countFromEvents(db, selection, grain, by);
}

export async function countAllViewers(db: Executor, selection: Selection): Promise<Estimate> {
  const [all] = await countViewers(db, selection, { grain: 'whole' });
  return all?.figure ?? { value: 0, exact: true };
}

async function countFromEvents(
  db: Executor,
  selection: Selection,
  grain: BucketQuery['grain'],
  by?: EventDimension,
): Promise<BucketViewers[]> {
  const local = sql`(at at time zone ${selection.timeZone})`;
  const day = grain === 'whole' ? sql`null::date` : startOfBucket(sql`${local}::date`, grain);
  const hour = grain === 'hour' ? sql`extract(hour from ${local})::integer` : sql`null::integer`;
  const column = by ? eventColumn(by) : sql`null::text`;
  const { rows } = await sql<BucketKey & { value: number }>`
    select day::text as start, hour, part::text as key, count(*)::integer as value from (
      select distinct ${day} as day, ${hour} as hour, ${column} as part, viewer from access_events
      where ${selectedEvents(selection)} and ${isViewing} ${by ? sql`and ${column} is not null` : sql``}) people
    group by day, hour, part`.execute(db);
  return rows.map(({ value, ...bucket }) => ({ ...bucket, figure: { value, exact: true } }));
}

type Sketches = { condition: Condition; key: Sql };

/** Sketches exist per single dimension. Undefined for more dimensions: those viewers are counted from the events. */
function sketchesOf(selection: Selection, by?: EventDimension): Sketches | undefined {
  const constraints = allConstraints(selection);
  const dimensions = new Set([...constraints.map(({ dimension }) => dimension), ...(by ? [by] : [])]);
  const [only] = dimensions;
  if (dimensions.size > 1) return undefined;
  if (!only) return { condition: sql`dimension = 0 and key = ${total}`, key: sql`null::integer` };
  const keys = constraints.map((one) => hasKey(sql`key`, one));
  const condition = sql.join([sql`dimension = ${numberOf(only)}`, ...keys], sql` and `);
  return { condition, key: by ? sql`key` : sql`null::integer` };
}

/** The months and days whose sketches cover a period, each with the start of its bucket. */
type Cover = Record<'month' | 'day', Map<string, string | null>>;

async function listCover(db: Executor, { days, timeZone }: Selection, grain: BucketQuery['grain']): Promise<Cover> {
  const dirty = new Set(await listDirtyMonths(db, days));
  return coverOf(days, grain, { today: todayIn(timeZone), dirty });
}

/** Uses month sketches for finished months that are not dirty, and day sketches for the rest. */
export function coverOf(
  period: Days,
  grain: BucketQuery['grain'],
  { today, dirty }: { today: string; dirty: ReadonlySet<string> },
): Cover {
  const cover: Cover = { month: new Map(), day: new Map() };
  const { months } = grain === 'whole' || grain === 'month' ? splitMonths(period) : { months: null };
  for (let day = period.from; day <= period.to; day = addDays(day, 1)) {
    const month = `${day.slice(0, 7)}-01`;
    const start = grain === 'whole' ? null : startOf(day, grain);
    const isOver = addDays(month, 31).slice(0, 7) <= today.slice(0, 7);
    const isWhole = months !== null && months.from <= day && day <= months.to;
    if (isWhole && isOver && !dirty.has(month)) cover.month.set(month, start);
    else cover.day.set(day, start);
  }
  return cover;
}

const isInCover = ({ month, day }: Cover): Condition => sql`(
  (span = 'month' and day = any (${[...month.keys()]}::date[])) or (span = 'day' and day = any (${[...day.keys()]}::date[])))`;

async function countFromSketches(
  db: Executor,
  selection: Selection,
  grain: BucketQuery['grain'],
  { condition, key }: Sketches,
): Promise<BucketViewers[]> {
  const cover = await listCover(db, selection, grain);
  type Row = ViewerSketch & { span: 'day' | 'month'; day: string; key: string | null };
  const { rows } = await sql<Row>`select span, day::text, (select key from access_keys where id = part) as key,
      viewers, sketch from (
      select span, day, ${key} as part, viewers, sketch from access_viewers
      where ${condition} and ${isInCover(cover)}) sketches`.execute(db);
  const startOfRow = ({ span, day }: Row) => cover[span].get(day) ?? null;
  const buckets = Map.groupBy(rows, (row) => `${startOfRow(row)} ${row.key}`);
  const counted: BucketViewers[] = [];
  for (const bucket of buckets.values()) {
    const [first] = bucket;
    // Yields now and then, because merging many sketches at once would block the event loop.
    if (counted.length % 50 === 49) await setImmediate();
    if (first) counted.push({ start: startOfRow(first), hour: null, key: first.key, figure: viewersOf(bucket) });
  }
  return counted;
}

/** A single day is always exact; a month is an estimate unless its sketch still holds the hashes. */
function viewersOf(rows: readonly (ViewerSketch & { span: 'day' | 'month' })[]): Estimate {
  const [only, ...others] = rows;
  if (only && others.length === 0) {
    const exact = only.span === 'day' || only.sketch.length === only.viewers * 8;
    return { value: only.viewers, exact };
  }
  const { value, exact } = uniteSketches(rows);
  return { value, exact };
}

type Group = { key: string; figure: Estimate };
type TopQuery = { by: EventDimension; limit: number };

/** Groups are counted in batches of this size, largest upper bound first. */
const batchSize = 50;
const firstBounds = 500;

/**
 * The groups with the most viewers, and how many have any. A group's days and months added up bound its viewers, so
 * groups are counted from the largest bound down until no other can reach the top.
 */
export async function listTopViewers(
  db: Executor,
  selection: Selection,
  { by, limit }: TopQuery,
): Promise<{ groups: Group[]; count: number }> {
  const sketches = sketchesOf(selection, by);
  if (!sketches) {
    const groups = ranked(await countFromEvents(db, selection, 'whole', by));
    return { groups: groups.slice(0, limit), count: groups.length };
  }
  const cover = await listCover(db, selection, 'whole');
  const listBounds = async (most: number | null) => {
    const { rows } = await sql<{ key: string; bound: number; count: number }>`
      select (select key from access_keys where id = top.key) as key, bound, count from (
        select key, sum(viewers)::bigint as bound, count(*) over () as count from access_viewers
        where ${sketches.condition} and ${isInCover(cover)} group by key order by bound desc, key limit ${most}) top`.execute(
      db,
    );
    return rows;
  };
  let bounds = await listBounds(firstBounds);
  const count = bounds[0]?.count ?? 0;
  let groups: Group[] = [];
  for (let at = 0; at < count; at += batchSize) {
    if (at >= bounds.length) bounds = await listBounds(null);
    const least = groups[limit - 1]?.figure.value ?? 0;
    const keys = bounds.slice(at, at + batchSize).flatMap(({ key, bound }) => (bound > least ? [key] : []));
    if (keys.length === 0) break;
    const narrowed = narrowedTo(selection, { dimension: by, keys });
    const counted = ranked(await countViewers(db, narrowed, { grain: 'whole', by }));
    groups = [...groups, ...counted].sort(byViewers).slice(0, limit);
  }
  return { groups, count };
}

function ranked(viewers: readonly BucketViewers[]): Group[] {
  return viewers
    .flatMap(({ key, figure }) => (key !== null && figure.value > 0 ? [{ key, figure }] : []))
    .sort(byViewers);
}

const byViewers = (one: Group, other: Group) => other.figure.value - one.figure.value || (one.key < other.key ? -1 : 1);
