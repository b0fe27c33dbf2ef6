/** One place along the chart: a day, a weekday, a percent of a video. */
export type ChartPoint = {
  label: string;
  /** In full, for tooltips and tables, where the label is short. */
  title?: string;
  /** How far along it stands, where points are not evenly apart. */
  at?: number;
  /** It is not over: its values may grow. */
  open?: boolean;
};

/** `before`: the period before, for comparison. `forecast` with `low` and `high`: what is expected, and how sure. */
type SeriesRole = 'main' | 'before' | 'forecast' | 'low' | 'high' | 'rest';

export type ChartSeries = {
  id: string;
  label: string;
  /** One per point; null: not known there. */
  values: readonly (number | null)[];
  /** Where each value opens. */
  hrefs?: readonly (string | null)[];
  role?: SeriesRole;
  /** What is said of a value beside it, such as how it changed. */
  notes?: readonly (string | null)[];
};

type ChartShape = 'line' | 'area' | 'bar' | 'heat';

/** Everything that a chart, its table, its keys and its summary are made of: all of them say the same numbers. */
export type ChartData = {
  shape: ChartShape;
  /** Values of one point stand upon each other: they are parts of a whole. */
  stacked?: boolean;
  /** What the points are, such as “Day”: names the axis and the first column of the table. */
  pointsName: string;
  /** What the values are, such as “Views”. */
  valuesName: string;
  points: readonly ChartPoint[];
  /** In a heat map one per column. */
  series: readonly ChartSeries[];
  /** A value in words, with its unit. */
  words(value: number): string;
  /** A value at the axis, where there is little room. */
  axisWords?(value: number): string;
  /** A place along the chart in words, where points are not evenly apart. */
  atWords?(at: number): string;
  /** How far apart the values at the axis stand, where that is not told by tens: of times. */
  stepOf?(greatest: number): number;
  /** The end of the value axis where it is given, such as 1 for shares. */
  most?: number;
};

export type ChartPlace = { point: number; series: number };

/** Series that a chart draws as such; the edges of a band are drawn together with their forecast. */
export const isDrawn = ({ role }: ChartSeries): boolean => role !== 'low' && role !== 'high';

export function hasValues({ points, series }: ChartData): boolean {
  return points.length > 0 && series.some(({ values }) => values.some((value) => value !== null && value !== 0));
}

/** The highest that is drawn: of parts of a whole, all of them upon each other. */
export function greatestOf({ points, series, stacked }: ChartData, hidden: ReadonlySet<string>): number {
  const shown = series.filter((each) => isDrawn(each) && !hidden.has(each.id));
  const asides = shown.filter(({ role }) => role === 'before' || role === 'forecast');
  const parts = shown.filter((each) => !asides.includes(each));
  const at = (some: readonly ChartSeries[], point: number) => some.map(({ values }) => values[point] ?? 0);
  return Math.max(
    0,
    ...points.flatMap((_, point) => [
      ...at(asides, point),
      ...(stacked ? [at(parts, point).reduce((sum, value) => sum + value, 0)] : at(parts, point)),
    ]),
  );
}

/** Where a point stands along the axis: its number, or its own place where points are not evenly apart. */
export function alongOf({ points }: ChartData, index: number): number {
  return points[index]?.at ?? index;
}

export function pointNear(data: ChartData, along: number): number {
  let best = 0;
  data.points.forEach((_, index) => {
    if (Math.abs(alongOf(data, index) - along) < Math.abs(alongOf(data, best) - along)) best = index;
  });
  return best;
}

export function titleOf({ label, title }: ChartPoint): string {
  return title ?? label;
}
