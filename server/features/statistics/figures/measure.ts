import type { AccessMeasure } from '@lectern/contract/statistics/access-dimension.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Sums } from './sums.ts';

export type SummedMeasure = Exclude<AccessMeasure, 'viewers'>;

/** What a measure is of sums; people are no sum. */
export function measureOf(sums: Sums, measure: SummedMeasure): number {
  switch (measure) {
    case 'playSeconds':
      return sums.play_ms / 1000;
    case 'events':
      return sums.views + sums.plays + sums.downloads + sums.searches + sums.clicks;
    default:
      return sums[measure];
  }
}

/** The same as a whole number, as groups are put in order by. */
export function orderOf(sums: Sums, measure: SummedMeasure): number {
  return measure === 'playSeconds' ? sums.play_ms : measureOf(sums, measure);
}

/** And back. */
export function fromOrder(value: number, measure: SummedMeasure): number {
  return measure === 'playSeconds' ? value / 1000 : value;
}

/** The order in SQL. */
export const measureOrder: Record<SummedMeasure, RawBuilder<unknown>> = {
  views: sql`views`,
  plays: sql`plays`,
  downloads: sql`downloads`,
  searches: sql`searches`,
  clicks: sql`clicks`,
  playSeconds: sql`play_ms`,
  events: sql`(views + plays + downloads + searches + clicks)`,
};
