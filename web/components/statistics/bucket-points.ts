import type { AccessGrain } from '@lectern/contract/statistics/access-dimension.ts';
import { type Bucket, hasBegun, isOver, type Moment } from '@lectern/contract/statistics/buckets.ts';
import { fillText } from '../../lib/i18n/use-texts.ts';
import type { ChartPoint } from '../chart/chart-data.ts';
import type { StatWords } from './stat-words.ts';

type Told = {
  grain: AccessGrain;
  now: Moment;
  words: StatWords;
  texts: { soFar: string; counting: string };
  /** Days whose values are still being counted. */
  uncounted?: readonly string[];
};

/** Pieces of a period as points of a chart; of what is not over they say so. */
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
