/** A point along the chart: a day, a weekday, a percentage of a video. */
export type ChartPoint = {
  label: string;
  /** Full text for tooltips and tables when the label is abbreviated. */
  title?: string;
  /** Position on the axis when points are not evenly spaced. */
  at?: number;
  /** The period isn't over yet, so values may still grow. */
  open?: boolean;
};

/**
 * `before`: the previous period, for comparison. `forecast`: expected values, with `low` and `high` as its confidence
 * band.
 */
type SeriesRole = 'main' | 'before' | 'forecast' | 'low' | 'high' | 'rest';

export type ChartSeries = {
  id: string;
  label: string;
  /** One per point; null when unknown. */
  values: readonly (number | null)[];
  hrefs?: readonly (string | null)[];
  role?: SeriesRole;
  /** A note beside each value, such as its change. */
  notes?: readonly (string | null)[];
};

type ChartShape = 'line' | 'area' | 'bar' | 'heat';

/** The one source for a chart, its table, keyboard navigation and summary, so all show the same numbers. */
export type ChartData = {
  shape: ChartShape;
  /** Values at one point are stacked as parts of a whole. */
  stacked?: boolean;
  /** What the points are, such as “Day”; labels the axis and the first table column. */
  pointsName: string;
  /** What the values are, such as “Views”. */
  valuesName: string;
  points: readonly ChartPoint[];
  /** In a heat map, one per column. */
  series: readonly ChartSeries[];
  /** Formats a value with its unit. */
  words(value: number): string;
  /** Shorter format for axis labels. */
  axisWords?(value: number): string;
  /** Formats a position on the axis when points are not evenly spaced. */
  atWords?(at: number): string;
  /** Interval between axis ticks where decimal steps don't fit, as for durations. */
  stepOf?(greatest: number): number;
  /** Fixed maximum of the value axis, such as 1 for shares. */
  most?: number;
};

export type ChartPlace = { point: number; series: number };

/** Whether a series is drawn as such; the edges of a band are drawn with their forecast. */
export const isDrawn = ({ role }: ChartSeries): boolean => role !== 'low' && role !== 'high';

/** Whether a series is compared with the others instead of being one of the parts that are stacked. */
export const isAside = ({ role }: ChartSeries): boolean => role === 'before' || role === 'forecast';

export function hasValues({ points, series }: ChartData): boolean {
  return points.length > 0 && series.some(({ values }) => values.some((value) => value !== null && value !== 0));
}

/** The highest drawn value; for stacked series, the highest total. */
export function greatestOf({ points, series, stacked }: ChartData, hidden: ReadonlySet<string>): number {
  const shown = series.filter((each) => isDrawn(each) && !hidden.has(each.id));
  const asides = shown.filter(isAside);
  const parts = shown.filter((each) => !isAside(each));
  const at = (some: readonly ChartSeries[], point: number) => some.map(({ values }) => values[point] ?? 0);
  return Math.max(
    0,
    ...points.flatMap((_, point) => [
      ...at(asides, point),
      ...(stacked ? [at(parts, point).reduce((sum, value) => sum + value, 0)] : at(parts, point)),
    ]),
  );
}

/** A point's position on the axis: its index, or `at` when points are not evenly spaced. */
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
