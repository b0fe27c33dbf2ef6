import { type ChartData, type ChartPlace, isDrawn } from './chart-data.ts';

type Axis = 'point' | 'series';

const steps: Record<string, { along: 'across' | 'down'; by: number }> = {
  ArrowRight: { along: 'across', by: 1 },
  ArrowLeft: { along: 'across', by: -1 },
  ArrowDown: { along: 'down', by: 1 },
  ArrowUp: { along: 'down', by: -1 },
  PageDown: { along: 'across', by: 7 },
  PageUp: { along: 'across', by: -7 },
};

/** Where a key leads from a place on the chart; null where it means nothing. At an edge one stays. */
export function placeAfter(key: string, data: ChartData, from: ChartPlace | null): ChartPlace | null {
  const last = { point: data.points.length - 1, series: data.series.length - 1 };
  if (last.point < 0 || last.series < 0) return null;
  // In a heat map the columns are the series, elsewhere the points.
  const axes: Record<'across' | 'down', Axis> =
    data.shape === 'heat' ? { across: 'series', down: 'point' } : { across: 'point', down: 'series' };
  if (key === 'Home') return from ? { ...from, [axes.across]: 0 } : firstPlace(data);
  if (key === 'End') return { ...(from ?? firstPlace(data)), [axes.across]: last[axes.across] };
  const step = steps[key];
  if (!step) return null;
  if (!from) return firstPlace(data);
  const axis = axes[step.along];
  const next = { ...from };
  for (let at = from[axis] + step.by; at >= 0 && at <= last[axis]; at += Math.sign(step.by)) {
    next[axis] = at;
    if (axis === 'point' || data.shape === 'heat' || isShown(data, next)) return next;
  }
  if (Math.abs(step.by) > 1) return { ...from, [axis]: step.by > 0 ? last[axis] : 0 };
  return from;
}

function firstPlace(data: ChartData): ChartPlace {
  return { point: 0, series: Math.max(0, data.series.findIndex(isDrawn)) };
}

function isShown({ series }: ChartData, place: ChartPlace): boolean {
  const at = series[place.series];
  return at !== undefined && isDrawn(at);
}
