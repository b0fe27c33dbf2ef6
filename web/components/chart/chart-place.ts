import { type ChartData, type ChartPlace, isDrawn } from './chart-data.ts';

/** The series that is meant at a height over one point: the piece of the stack there, or the nearest line. */
export function seriesAt(data: ChartData, point: number, height: number, hidden: ReadonlySet<string>): number {
  let best = -1;
  let distance = Number.POSITIVE_INFINITY;
  let floor = 0;
  data.series.forEach((series, index) => {
    const value = series.values[point] ?? null;
    if (!isDrawn(series) || hidden.has(series.id) || value === null) return;
    const stands = data.stacked && series.role !== 'before' && series.role !== 'forecast';
    const top = stands ? floor + value : value;
    const off = stands ? Math.max(floor - height, height - top, 0) : Math.abs(value - height);
    if (stands) floor = top;
    // Pieces without height are passed over: nobody can mean them.
    if (off < distance && !(stands && value === 0)) {
      distance = off;
      best = index;
    }
  });
  return best;
}

/** How high a value stands in the drawing: on what is below it, where values are stacked. */
export function heightOf(data: ChartData, place: ChartPlace, hidden: ReadonlySet<string>): number {
  const own = data.series[place.series];
  const value = own?.values[place.point] ?? 0;
  if (!data.stacked || own?.role === 'before' || own?.role === 'forecast') return value;
  const below = data.series
    .slice(0, place.series)
    .filter((series) => isDrawn(series) && !hidden.has(series.id) && series.role !== 'before');
  return below.reduce((sum, { values }) => sum + (values[place.point] ?? 0), value);
}
