import type { AccessMeasure } from '@lectern/contract/statistics/access-dimension.ts';
import { type RawBuilder, sql } from 'kysely';
import type { MeasureColumn } from '../fold/cell.ts';
import type { Sums } from './sums.ts';

export type SummedMeasure = Exclude<AccessMeasure, 'viewers'>;
export type CountedMeasure = Exclude<SummedMeasure, 'completion'>;

/** What a measure is of sums; people are no sum. */
export function measureOf(sums: Sums, measure: CountedMeasure): number;
export function measureOf(sums: Sums, measure: SummedMeasure): number | null;
export function measureOf(sums: Sums, measure: SummedMeasure): number | null {
  switch (measure) {
    case 'playSeconds':
      return sums.play_ms / 1000;
    case 'completion':
      return completionOf(sums);
    case 'events':
      return sums.views + sums.plays + sums.downloads + sums.searches + sums.clicks;
    default:
      return sums[measure];
  }
}

/**
 * How much of the recordings that were viewed was played: the time that was played by the length of all views together. What
 * is played twice counts twice; null: no recording was viewed.
 */
export function completionOf({ watched_ms: watched, opened_ms: opened }: Pick<Sums, 'watched_ms' | 'opened_ms'>) {
  return opened > 0 ? watched / opened : null;
}

/** The whole number that groups are put in order by. Of a share it is of how much it is one: few views are told last. */
export function orderOf(sums: Sums, measure: SummedMeasure): number {
  if (measure === 'completion') return sums.opened_ms;
  return measure === 'playSeconds' ? sums.play_ms : measureOf(sums, measure);
}

/** And back. */
export function fromOrder(value: number, measure: CountedMeasure): number {
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
  completion: sql`opened_ms`,
  events: sql`(views + plays + downloads + searches + clicks)`,
};

const columnsOf: Record<SummedMeasure, readonly MeasureColumn[]> = {
  views: ['views'],
  plays: ['plays'],
  downloads: ['downloads'],
  searches: ['searches'],
  clicks: ['clicks'],
  playSeconds: ['play_ms'],
  completion: ['opened_ms', 'watched_ms'],
  events: ['views', 'plays', 'downloads', 'searches', 'clicks'],
};

/** The sums that measures are told from. */
export function columnsOfAll(measures: readonly SummedMeasure[]): MeasureColumn[] {
  return [...new Set(measures.flatMap((measure) => columnsOf[measure]))];
}
