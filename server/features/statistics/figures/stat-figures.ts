import type { StatFigure, StatGroup } from '@lectern/contract/features/access-stat.ts';
import type { AccessGrain, AccessMeasure } from '@lectern/contract/statistics/access-dimension.ts';
import { bucketsOf } from '@lectern/contract/statistics/buckets.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { EventDimension } from '../rollup/dimension.ts';
import { measureOf, noSums, type SummedMeasure, type Sums, subtractSums } from '../rollup/measure.ts';
import { listKeyNames } from './key.repository.ts';
import type { Selection } from './selection.ts';
import { type BucketSums, sumAll, sumBuckets, sumGroups } from './sums.repository.ts';
import { type BucketViewers, countAllViewers, countViewers, listTopViewers, startOf } from './viewers.repository.ts';

type Figures = { total: StatFigure; series: StatFigure[] };

const exactly = (value: number | null): StatFigure => ({ value, exact: true });

/** A measure over a period, in all and by bucket. */
export async function figuresOf(
  db: Db,
  selection: Selection,
  { measure, grain }: { measure: AccessMeasure; grain: AccessGrain },
): Promise<Figures> {
  const names = bucketNames(selection.days, grain);
  if (measure === 'viewers') {
    const [total, buckets] = await Promise.all([countAllViewers(db, selection), countViewers(db, selection, grain)]);
    return { total, series: viewerSeries(buckets, names) };
  }
  const [total, buckets] = await Promise.all([
    sumAll(db, selection),
    sumBuckets(db, selection, { grain, measures: [measure] }),
  ]);
  return {
    total: exactly(measureOf(total, measure)),
    series: sumSeries(buckets, names).map((sums) => exactly(measureOf(sums, measure))),
  };
}

/** The first day of each bucket, with the hour where there is one. */
export function bucketNames(days: Days, grain: AccessGrain): string[] {
  return bucketsOf(days, grain).map(({ from, hour }) => nameOf({ start: startOf(from, grain), hour }));
}

const nameOf = ({ start, hour }: { start: string; hour: number | null }) =>
  hour === null ? start : `${start} ${hour}`;

/** One entry per bucket, empty ones too. */
export function sumSeries(buckets: readonly BucketSums[], names: readonly string[]): Sums[] {
  const sums = new Map(buckets.map((bucket) => [nameOf(bucket), bucket]));
  return names.map((name) => sums.get(name) ?? noSums);
}

function viewerSeries(buckets: readonly BucketViewers[], names: readonly string[]): StatFigure[] {
  const figures = new Map(buckets.map((bucket) => [nameOf(bucket), { value: bucket.value, exact: bucket.exact }]));
  return names.map((name) => figures.get(name) ?? exactly(0));
}

type GroupQuery<Measure> = { measure: Measure; grain: AccessGrain; groupBy: EventDimension; limit: number };
type StatGroups = { groups: StatGroup[]; moreGroups: number };

/** Groups with a series. */
const drawnGroups = 10;

/** The greatest groups, compared with the same ones `before`. Sums have a last group for what has no key. */
export async function groupsOf(
  db: Db,
  selection: Selection,
  before: Selection | null,
  { measure, ...query }: GroupQuery<AccessMeasure>,
): Promise<StatGroups> {
  return measure === 'viewers'
    ? viewerGroups(db, selection, before, { measure, ...query })
    : summedGroups(db, selection, before, { measure, ...query });
}

async function summedGroups(
  db: Db,
  selection: Selection,
  before: Selection | null,
  { groupBy: by, limit, measure, grain }: GroupQuery<SummedMeasure>,
): Promise<StatGroups> {
  const measures = [measure];
  const top = await sumGroups(db, selection, { by, measures, only: { measure, limit } });
  const keys = top.groups.map(({ key }) => key);
  const drawn = grain === 'hour' ? [] : keys.slice(0, drawnGroups);
  const [nameOfKey, past, buckets, whole, pastWhole] = await Promise.all([
    listKeyNames(db, by, keys),
    before && sumGroups(db, before, { by, measures, only: { keys } }),
    drawn.length > 0 ? sumBuckets(db, selection, { grain, measures, group: { by, keys: drawn } }) : [],
    sumAll(db, selection),
    before && sumAll(db, before),
  ]);
  const names = bucketNames(selection.days, grain);
  const bucketsOfKey = Map.groupBy(buckets, ({ key }) => key);
  const pastSums = new Map(past?.groups.map(({ key, sums }) => [key, sums]));
  const groups = top.groups.map(
    ({ key, sums }): StatGroup => ({
      ...{ key, ...nameOfKey(key) },
      figure: exactly(measureOf(sums, measure)),
      before: before && exactly(measureOf(pastSums.get(key) ?? noSums, measure)),
      series: drawn.includes(key)
        ? sumSeries(bucketsOfKey.get(key) ?? [], names).map((bucket) => exactly(measureOf(bucket, measure)))
        : null,
    }),
  );
  const rest = withoutKey(whole, top.keyed, measure);
  if (measure === 'completion' ? rest !== null : (rest ?? 0) > 0) {
    const pastRest = past && pastWhole ? exactly(withoutKey(pastWhole, past.keyed, measure)) : null;
    groups.push({ key: null, ...nameOfKey(null), figure: exactly(rest), before: pastRest, series: null });
  }
  return { groups, moreGroups: top.count - top.groups.length };
}

/** The measure of what has no key: all without what has one. */
function withoutKey(all: Sums, keyed: Sums, measure: SummedMeasure): number | null {
  return measureOf(subtractSums(all, keyed), measure);
}

async function viewerGroups(
  db: Db,
  selection: Selection,
  before: Selection | null,
  { groupBy: by, limit, grain }: GroupQuery<'viewers'>,
): Promise<StatGroups> {
  const { groups: top, count } = await listTopViewers(db, selection, { by, limit });
  const keys = top.map(({ key }) => key);
  const drawn = grain === 'hour' ? [] : keys.slice(0, drawnGroups);
  const [nameOfKey, past, buckets] = await Promise.all([
    listKeyNames(db, by, keys),
    before && keys.length > 0 ? countViewers(db, before, 'whole', { by, keys }) : [],
    drawn.length > 0 ? countViewers(db, selection, grain, { by, keys: drawn }) : [],
  ]);
  const names = bucketNames(selection.days, grain);
  const bucketsOfKey = Map.groupBy(buckets, ({ key }) => key);
  const pastFigures = new Map(past?.map(({ key, value, exact }) => [key, { value, exact }]));
  const groups = top.map(
    ({ key, figure }): StatGroup => ({
      ...{ key, ...nameOfKey(key), figure },
      before: before && (pastFigures.get(key) ?? exactly(0)),
      series: drawn.includes(key) ? viewerSeries(bucketsOfKey.get(key) ?? [], names) : null,
    }),
  );
  return { groups, moreGroups: count - groups.length };
}
