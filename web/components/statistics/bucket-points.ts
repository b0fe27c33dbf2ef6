import type { AccessGrain, AccessMeasure } from '@lectern/contract/statistics/access-dimension.ts';
import { type Bucket, hasBegun, isOver, type Moment } from '@lectern/contract/statistics/buckets.ts';
import { fillText } from '../../lib/i18n/use-texts.ts';
import type { ChartData, ChartPoint } from '../chart/chart-data.ts';
import type { StatWords } from './stat-words.ts';

type Told = {
  grain: AccessGrain;
  now: Moment;
  words: StatWords;
  texts: { soFar: string; counting: string };
  /** Days whose values are still being counted. */
  uncounted?: readonly string[];
};

/** Turns buckets into chart points and marks those that are incomplete or still being counted. */
export function bucketPoints(
  buckets: readonly Bucket[],
  { grain, now, words, texts, uncounted = [] }: Told,
): ChartPoint[] {
  return buckets.map((bucket) => {
    const { label, title } = words.bucket(bucket, grain);
    if (uncounted.some((day) => bucket.from <= day && day <= bucket.to)) {
      return { label, title: fillText(texts.counting, { piece: title }), open: true };
    }
    if (isOver(bucket, now) || !hasBegun(bucket, now)) return { label, title };
    return { label, title: fillText(texts.soFar, { piece: title }), open: true };
  });
}

/** Axis scale and number format of a measure: round minutes and hours for durations, fractions of 100% for shares. */
export function measureAxis(
  measure: AccessMeasure,
  words: StatWords,
  values: readonly (number | null)[],
): Pick<ChartData, 'words' | 'axisWords' | 'stepOf' | 'most'> {
  const isShare = measure === 'completion';
  const overWhole = values.some((value) => (value ?? 0) > 1);
  return {
    words: (value) => words.measure(value, measure),
    axisWords: (value) => words.shortMeasure(value, measure),
    ...(measure === 'playSeconds' && { stepOf: timeStep }),
    ...(isShare && { stepOf: shareStep }),
    ...(isShare && !overWhole && { most: 1 }),
  };
}

const minute = 60;
const hour = 3600;
const steps = [1, 5, 10, 15, 30]
  .concat([1, 2, 5, 10, 15, 30].map((count) => count * minute))
  .concat([1, 2, 3, 6, 12].map((count) => count * hour));

/** Distance in seconds between axis values, rounded up to whole minutes and hours. */
export function timeStep(greatest: number): number {
  const wanted = greatest / 4;
  const step = steps.find((each) => each >= wanted);
  if (step) return step;
  // Above the largest listed step, use 1, 2, 5 or 10 times a power of ten hours.
  const hours = wanted / hour;
  const ten = 10 ** Math.floor(Math.log10(hours));
  return ([1, 2, 5, 10].map((times) => times * ten).find((each) => each >= hours) ?? hours) * hour;
}

/** Distance between axis values for shares: quarters of 100%, and larger steps when values exceed 100%. */
export function shareStep(greatest: number): number {
  return [0.25, 0.5, 1, 2, 5, 10, 20, 50].find((step) => step >= greatest / 4) ?? greatest / 4;
}
