import type { StatFigure, StatGroup } from '@lectern/contract/features/access-stat.ts';
import type { AccessGrain, AccessMeasure } from '@lectern/contract/statistics/access-dimension.ts';
import { bucketsOf } from '@lectern/contract/statistics/buckets.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { EventDimension } from '../rollup/dimension.ts';
import { measureOf, noSums, subtractSums } from '../rollup/measure.ts';
import { listKeyNames } from './key.repository.ts';
import type { Selection } from './selection.ts';
import { type BucketQuery, type BucketSums, listTopSums, sumAll, sumBuckets, sumKeyed } from './sums.repository.ts';
import { countViewers, listTopViewers, startOf } from './viewers.repository.ts';

type BucketFigure = StatFigure & Pick<BucketSums, 'start' | 'hour' | 'key'>;
type TopGroups = { groups: { key: string; figure: StatFigure }[]; count: number };

/** How one measure is counted. */
type FigureCounter = {
  /** Buckets without events are left out. */
  count(selection: Selection, query: BucketQuery): Promise<BucketFigure[]>;
  listTop(selection: Selection, query: { by: EventDimension; limit: number }): Promise<TopGroups>;
  /** The events without a key of a dimension; null: there are none, or they are not counted. */
  countWithoutKey(selection: Selection, by: EventDimension): Promise<StatFigure | null>;
  /** The figure of no events. */
  nothing: StatFigure;
};

const exactly = (value: number | null): StatFigure => ({ value, exact: true });

export function figureCounter(db: Db, measure: AccessMeasure): FigureCounter {
  if (measure === 'viewers') {
    return {
      count: (selection, query) => countViewers(db, selection, query),
      listTop: (selection, query) => listTopViewers(db, selection, query),
      countWithoutKey: async () => null,
      nothing: exactly(0),
    };
  }
  return {
    count: async (selection, query) => {
      const buckets = await sumBuckets(db, selection, { ...query, measures: [measure] });
      return buckets.map(({ start, hour, key, ...sums }) => ({
        start,
        hour,
        key,
        ...exactly(measureOf(sums, measure)),
      }));
    },
    listTop: async (selection, query) => {
      const { groups, count } = await listTopSums(db, selection, { ...query, measure });
      return { groups: groups.map(({ key, ...sums }) => ({ key, figure: exactly(measureOf(sums, measure)) })), count };
    },
    countWithoutKey: async (selection, by) => {
      const [all, keyed] = await Promise.all([sumAll(db, selection), sumKeyed(db, selection, by)]);
      const value = measureOf(subtractSums(all, keyed), measure);
      return value === null || (value === 0 && measure !== 'completion') ? null : exactly(value);
    },
    nothing: exactly(measureOf(noSums, measure)),
  };
}

/** A measure over the whole period. */
export async function countTotal({ count, nothing }: FigureCounter, selection: Selection): Promise<StatFigure> {
  const [total] = await count(selection, { grain: 'whole' });
  return total ? plain(total) : nothing;
}

/** A measure by bucket, empty ones too. */
export async function countSeries(
  counter: FigureCounter,
  selection: Selection,
  grain: AccessGrain,
): Promise<StatFigure[]> {
  return seriesOf(await counter.count(selection, { grain }), selection.days, { grain, nothing: counter.nothing });
}

const plain = ({ value, exact }: StatFigure): StatFigure => ({ value, exact });
const nameOf = ({ start, hour }: Pick<BucketSums, 'start' | 'hour'>) => `${start} ${hour ?? ''}`;

/** One entry per bucket. */
export function inBuckets<Bucket extends Pick<BucketSums, 'start' | 'hour'>>(
  buckets: readonly Bucket[],
  days: Days,
  grain: AccessGrain,
): (Bucket | undefined)[] {
  const byName = new Map(buckets.map((bucket) => [nameOf(bucket), bucket]));
  return bucketsOf(days, grain).map(({ from, hour }) => byName.get(nameOf({ start: startOf(from, grain), hour })));
}

function seriesOf(
  buckets: readonly BucketFigure[],
  days: Days,
  { grain, nothing }: { grain: AccessGrain; nothing: StatFigure },
): StatFigure[] {
  return inBuckets(buckets, days, grain).map((bucket) => (bucket ? plain(bucket) : nothing));
}

type GroupQuery = { by: EventDimension; grain: AccessGrain; limit: number };

/** Groups with a series. */
const drawnGroups = 10;

/** The greatest groups, compared with the same ones `before`, and last what has no key. */
export async function countGroups(
  db: Db,
  counter: FigureCounter,
  selection: Selection,
  before: Selection | null,
  { by, grain, limit }: GroupQuery,
): Promise<{ groups: StatGroup[]; moreGroups: number }> {
  const { count, listTop, countWithoutKey, nothing } = counter;
  const top = await listTop(selection, { by, limit });
  const keys = top.groups.map(({ key }) => key);
  const drawn = grain === 'hour' ? [] : keys.slice(0, drawnGroups);
  const [nameOfKey, past, buckets, rest, pastRest] = await Promise.all([
    listKeyNames(db, by, keys),
    before && keys.length > 0 ? count(before, { grain: 'whole', by, keys }) : [],
    drawn.length > 0 ? count(selection, { grain, by, keys: drawn }) : [],
    countWithoutKey(selection, by),
    before && countWithoutKey(before, by),
  ]);
  const pastFigures = new Map(past.map((figure) => [figure.key, plain(figure)]));
  const bucketsOfKey = Map.groupBy(buckets, ({ key }) => key);
  const groups = top.groups.map(
    ({ key, figure }): StatGroup => ({
      key,
      ...nameOfKey(key),
      figure,
      before: before && (pastFigures.get(key) ?? nothing),
      series: drawn.includes(key) ? seriesOf(bucketsOfKey.get(key) ?? [], selection.days, { grain, nothing }) : null,
    }),
  );
  if (rest) {
    groups.push({ key: null, ...nameOfKey(null), figure: rest, before: before && (pastRest ?? nothing), series: null });
  }
  return { groups, moreGroups: top.count - top.groups.length };
}
