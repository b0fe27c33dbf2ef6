import type { StatFigure } from '@lectern/contract/features/access-stat.ts';
import type { AccessGrain, AccessMeasure } from '@lectern/contract/statistics/access-dimension.ts';
import { type Bucket, bucketsOf } from '@lectern/contract/statistics/buckets.ts';
import { addDays } from '@lectern/contract/statistics/period.ts';
import type { Db } from '../../../platform/db/database.ts';
import { measureOf } from '../figures/measure.ts';
import type { Selection } from '../figures/selection.ts';
import { type PieceSums, sumAll, sumPieces } from '../figures/sums.repository.ts';
import { noSums } from '../figures/sums.ts';
import { countHourViewers, countPieceViewers, countViewers, type PieceViewers } from '../figures/viewers.repository.ts';

export type Wanted = { measure: AccessMeasure; grain: AccessGrain };
export type Figures = { total: StatFigure; series: StatFigure[] };

const none: StatFigure = { value: 0, exact: true };

/** A measure over a period and piece by piece. */
export async function figuresOf(db: Db, selection: Selection, { measure, grain }: Wanted): Promise<Figures> {
  const buckets = bucketsOf(selection.days, grain);
  if (measure === 'viewers') {
    const [total, series] = await Promise.all([
      countViewers(db, selection),
      viewerSeries(db, selection, grain, buckets),
    ]);
    return { total: total.get(null) ?? none, series };
  }
  const [total, pieces] = await Promise.all([sumAll(db, selection), sumPieces(db, selection, grain)]);
  return {
    total: { value: measureOf(total, measure), exact: true },
    series: summedSeries(pieces, buckets, grain).map((sums) => ({ value: measureOf(sums, measure), exact: true })),
  };
}

async function viewerSeries(
  db: Db,
  selection: Selection,
  grain: AccessGrain,
  buckets: Bucket[],
): Promise<StatFigure[]> {
  if (grain !== 'hour') return placedViewers(await countPieceViewers(db, selection, grain), buckets, grain);
  const hours = await countHourViewers(db, selection);
  return buckets.map(({ from, hour }) => ({ value: hours.get(`${from} ${hour}`) ?? 0, exact: true }));
}

/** The sums of each bucket, also of those in which nothing was. */
export function summedSeries(pieces: readonly PieceSums[], buckets: readonly Bucket[], grain: AccessGrain) {
  const byStart = new Map(pieces.map((piece) => [`${piece.start} ${piece.hour}`, piece]));
  return buckets.map((bucket) => byStart.get(`${startOf(bucket.from, grain)} ${bucket.hour}`) ?? noSums);
}

export function placedViewers(
  pieces: readonly PieceViewers[],
  buckets: readonly Bucket[],
  grain: AccessGrain,
): StatFigure[] {
  const byStart = new Map(pieces.map(({ start, value, exact }) => [start, { value, exact }]));
  return buckets.map(({ from }) => byStart.get(startOf(from, grain)) ?? none);
}

/** Where a week or a month begins, although the period may begin later. */
function startOf(day: string, grain: AccessGrain): string {
  if (grain === 'month') return `${day.slice(0, 7)}-01`;
  if (grain !== 'week') return day;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}
