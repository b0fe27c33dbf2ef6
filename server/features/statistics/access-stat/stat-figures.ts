import type { StatFigure } from '@lectern/contract/features/access-stat.ts';
import type { AccessGrain, AccessMeasure } from '@lectern/contract/statistics/access-dimension.ts';
import { type Bucket, bucketsOf } from '@lectern/contract/statistics/buckets.ts';
import { addDays } from '@lectern/contract/statistics/period.ts';
import type { Db } from '../../../platform/db/database.ts';
import { measureOf, type SummedMeasure } from '../figures/measure.ts';
import type { Selection } from '../figures/selection.ts';
import { type PieceSums, sumAll, sumPieces } from '../figures/sums.repository.ts';
import { noSums } from '../figures/sums.ts';
import { countHourViewers, countPeriods, type PieceViewers } from '../figures/viewers.repository.ts';

export type Wanted = { measure: AccessMeasure; grain: AccessGrain };
export type Figures = { total: StatFigure; series: StatFigure[] };

const none: StatFigure = { value: 0, exact: true };

/** A measure over a period and over the one that it is compared with, each also piece by piece. */
export async function figuresOf(
  db: Db,
  selection: Selection,
  before: Selection | null,
  { measure, grain }: Wanted,
): Promise<{ whole: Figures; past: Figures | null }> {
  const periods = before ? [selection, before] : [selection];
  const [whole, past = null] =
    measure === 'viewers'
      ? await viewerFigures(db, periods, grain)
      : await Promise.all(periods.map((period) => summedFigures(db, period, { measure, grain })));
  if (!whole) throw new Error('There is no period');
  return { whole, past };
}

async function summedFigures(
  db: Db,
  selection: Selection,
  { measure, grain }: { measure: SummedMeasure; grain: AccessGrain },
): Promise<Figures> {
  const [total, pieces] = await Promise.all([sumAll(db, selection), sumPieces(db, selection, grain)]);
  const buckets = bucketsOf(selection.days, grain);
  return {
    total: { value: measureOf(total, measure), exact: true },
    series: summedSeries(pieces, buckets, grain).map((sums) => ({ value: measureOf(sums, measure), exact: true })),
  };
}

/** All periods in one look; but for hours, which are counted among the events. */
async function viewerFigures(db: Db, periods: readonly Selection[], grain: AccessGrain): Promise<Figures[]> {
  const [selection] = periods;
  if (!selection) return [];
  const [totals, series] = await Promise.all([
    countPeriods(
      db,
      selection,
      periods.flatMap(({ days }) => [
        { days, grain: 'whole' as const },
        ...(grain === 'hour' ? [] : [{ days, grain }]),
      ]),
    ),
    grain === 'hour' ? Promise.all(periods.map((period) => hourSeries(db, period))) : undefined,
  ]);
  const each = series ? 1 : 2;
  return periods.map(({ days }, number): Figures => {
    const total = totals[number * each]?.[0];
    const pieces = totals[number * each + 1] ?? [];
    return {
      total: total ? { value: total.value, exact: total.exact } : none,
      series: series?.[number] ?? placedViewers(pieces, bucketsOf(days, grain), grain),
    };
  });
}

async function hourSeries(db: Db, selection: Selection): Promise<StatFigure[]> {
  const hours = await countHourViewers(db, selection);
  return bucketsOf(selection.days, 'hour').map(({ from, hour }) => ({
    value: hours.get(`${from} ${hour}`) ?? 0,
    exact: true,
  }));
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
