import type { StatFigure, StatGroup } from '@lectern/contract/features/access-stat.ts';
import type { AccessGrain, AccessMeasure } from '@lectern/contract/statistics/access-dimension.ts';
import { type Bucket, bucketsOf } from '@lectern/contract/statistics/buckets.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { EventDimension } from '../rollup/dimension.ts';
import { figuresOf, noSums, subtractSums } from '../rollup/measure.ts';
import { untilCounted } from './figure-period.ts';
import { listKeyNames } from './key.repository.ts';
import { narrowedTo, type Selection } from './selection.ts';
import {
  type BucketKey,
  type BucketQuery,
  listTopSums,
  startOf,
  sumAll,
  sumBuckets,
  sumKeyed,
} from './sums.repository.ts';
import { countAllViewers, countViewers, listTopViewers } from './viewers.repository.ts';

type BucketFigure = BucketKey & { figure: StatFigure };
type TopGroups = { groups: { key: string; figure: StatFigure }[]; count: number };

type FigureCounter = {
  /** Omits buckets without events. */
  count(selection: Selection, query: BucketQuery): Promise<BucketFigure[]>;
  listTop(selection: Selection, query: { by: EventDimension; limit: number }): Promise<TopGroups>;
  /** Events without a key of the dimension; null when there are none or the measure doesn't count them. */
  countWithoutKey(selection: Selection, by: EventDimension): Promise<StatFigure | null>;
  /** The figure to display for some days; undefined means nothing was counted. */
  shown(figure: StatFigure | undefined, days: Days): StatFigure;
};

const exactly = (value: number | null): StatFigure => ({ value, exact: true });

/** `uncounted`: days whose viewers are still being counted. */
export function figureCounter(db: Db, measure: AccessMeasure, uncounted: readonly string[]): FigureCounter {
  if (measure === 'viewers') {
    return {
      count: (selection, query) => countViewers(db, selection, query),
      listTop: (selection, query) => listTopViewers(db, selection, query),
      countWithoutKey: async () => null,
      shown: (figure = exactly(0), days) => untilCounted(figure, days, uncounted),
    };
  }
  return {
    count: async (selection, query) => {
      const buckets = await sumBuckets(db, selection, { ...query, measure });
      return buckets.map(({ start, hour, key, ...sums }) => {
        return { start, hour, key, figure: exactly(figuresOf(sums)[measure]) };
      });
    },
    listTop: async (selection, query) => {
      const { groups, count } = await listTopSums(db, selection, { ...query, measure });
      return { groups: groups.map(({ key, ...sums }) => ({ key, figure: exactly(figuresOf(sums)[measure]) })), count };
    },
    countWithoutKey: async (selection, by) => {
      const [all, keyed] = await Promise.all([sumAll(db, selection), sumKeyed(db, selection, by)]);
      const value = figuresOf(subtractSums(all, keyed))[measure];
      return value === null || (value === 0 && measure !== 'completion') ? null : exactly(value);
    },
    shown: (figure = exactly(figuresOf(noSums)[measure])) => figure,
  };
}

export async function countMeasures(db: Db, selection: Selection) {
  const [sums, viewers] = await Promise.all([sumAll(db, selection), countAllViewers(db, selection)]);
  return { ...figuresOf(sums), viewers };
}

/** One measure over the whole period. */
export async function countTotal({ count, shown }: FigureCounter, selection: Selection): Promise<StatFigure> {
  const [total] = await count(selection, { grain: 'whole' });
  return shown(total?.figure, selection.days);
}

/** One measure per bucket, including empty buckets. */
export async function countSeries(
  counter: FigureCounter,
  selection: Selection,
  grain: AccessGrain,
): Promise<StatFigure[]> {
  return seriesOf(counter, await counter.count(selection, { grain }), selection.days, grain);
}

function seriesOf(
  { shown }: FigureCounter,
  figures: readonly BucketFigure[],
  days: Days,
  grain: AccessGrain,
): StatFigure[] {
  return byBucket(figures, days, grain).map(({ bucket, row }) => shown(row?.figure, bucket));
}

/** Every bucket of a period with its row; undefined for empty buckets. */
export function byBucket<Row extends Pick<BucketKey, 'start' | 'hour'>>(
  rows: readonly Row[],
  days: Days,
  grain: AccessGrain,
): { bucket: Bucket; row: Row | undefined }[] {
  const rowAt = new Map(rows.map((row) => [`${row.start} ${row.hour}`, row]));
  return bucketsOf(days, grain).map((bucket) => ({
    bucket,
    row: rowAt.get(`${startOf(bucket.from, grain)} ${bucket.hour}`),
  }));
}

type GroupQuery = { by: EventDimension; grain: AccessGrain; limit: number };

/** At most this many groups get a time series. */
const drawnGroups = 10;

/** The largest groups, compared with the same ones in `before`, followed by the events without a key. */
export async function countGroups(
  db: Db,
  counter: FigureCounter,
  selection: Selection,
  before: Selection | null,
  { by, grain, limit }: GroupQuery,
): Promise<{ groups: StatGroup[]; moreGroups: number }> {
  const { count, listTop, countWithoutKey, shown } = counter;
  const { days } = selection;
  const top = await listTop(selection, { by, limit });
  const keys = top.groups.map(({ key }) => key);
  const drawn = grain === 'hour' ? [] : keys.slice(0, drawnGroups);
  const [nameOfKey, past, figures, rest, pastRest] = await Promise.all([
    listKeyNames(db, by, keys),
    before && keys.length > 0 ? count(narrowedTo(before, { dimension: by, keys }), { grain: 'whole', by }) : [],
    drawn.length > 0 ? count(narrowedTo(selection, { dimension: by, keys: drawn }), { grain, by }) : [],
    countWithoutKey(selection, by),
    before && countWithoutKey(before, by),
  ]);
  const pastFigures = new Map(past.map(({ key, figure }) => [key, figure]));
  const figuresOfKey = Map.groupBy(figures, ({ key }) => key);
  const groups = top.groups.map(
    ({ key, figure }): StatGroup => ({
      key,
      ...nameOfKey(key),
      figure: shown(figure, days),
      before: before && shown(pastFigures.get(key), before.days),
      series: drawn.includes(key) ? seriesOf(counter, figuresOfKey.get(key) ?? [], days, grain) : null,
    }),
  );
  if (rest) {
    const pastFigure = before && shown(pastRest ?? undefined, before.days);
    groups.push({ key: null, ...nameOfKey(null), figure: rest, before: pastFigure, series: null });
  }
  return { groups, moreGroups: top.count - top.groups.length };
}
