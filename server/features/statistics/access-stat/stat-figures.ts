import type { StatFigure } from '@lectern/contract/features/access-stat.ts';
import type { AccessGrain, AccessMeasure } from '@lectern/contract/statistics/access-dimension.ts';
import { bucketsOf } from '@lectern/contract/statistics/buckets.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import type { Db } from '../../../platform/db/database.ts';
import { countHourViewers } from '../figures/event-viewers.repository.ts';
import { measureOf, type SummedMeasure } from '../figures/measure.ts';
import type { Selection } from '../figures/selection.ts';
import { type PieceSums, sumAll, sumPieces } from '../figures/sums.repository.ts';
import { noSums, type Sums } from '../figures/sums.ts';
import { startOfSpan } from '../figures/viewer-cover.ts';
import type { PieceViewers } from '../figures/viewer-places.ts';
import { countPeriods } from '../figures/viewers.repository.ts';

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
  const [total, pieces] = await Promise.all([
    sumAll(db, selection),
    sumPieces(db, selection, { grain, measures: [measure] }),
  ]);
  const series = summedSeries(pieces, pieceNames(selection.days, grain));
  return {
    total: { value: measureOf(total, measure), exact: true },
    series: series.map((sums) => ({ value: measureOf(sums, measure), exact: true })),
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
      series: series?.[number] ?? placedViewers(pieces, pieceNames(days, grain)),
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

/** What the pieces of a period are called: by where each begins, although the period may begin later. */
export function pieceNames(days: Days, grain: AccessGrain): string[] {
  return bucketsOf(days, grain).map(({ from, hour }) =>
    nameOf(grain === 'week' || grain === 'month' ? startOfSpan(grain, from) : from, hour),
  );
}

/** The sums of each piece, also of those in which nothing was. */
export function summedSeries(pieces: readonly PieceSums[], names: readonly string[]): Sums[] {
  const found = new Map(pieces.map((piece) => [nameOf(piece.start, piece.hour), piece]));
  return names.map((name) => found.get(name) ?? noSums);
}

export function placedViewers(pieces: readonly PieceViewers[], names: readonly string[]): StatFigure[] {
  const found = new Map(pieces.map(({ start, value, exact }) => [start, { value, exact }]));
  return names.map((name) => found.get(name) ?? none);
}

function nameOf(start: string, hour: number | null): string {
  return hour === null ? start : `${start} ${hour}`;
}
