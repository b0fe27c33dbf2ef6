import { type ChartData, type ChartSeries, isDrawn } from './chart-data.ts';

/** Design tokens that charts use, read from the page so themes are defined only once. */
export type ChartLook = {
  /** The value of a CSS design token, such as `text` or `chart-hue-1`. */
  token(name: string): string;
  motion: boolean;
};

const hues = 8;
const shades = 4;
export const heatTokens = ['chart-heat-1', 'chart-heat-2', 'chart-heat-3', 'chart-heat-4', 'chart-heat-5'];

export function readLook(element: Element): ChartLook {
  const style = getComputedStyle(element);
  return {
    token: (name) => style.getPropertyValue(`--${name}`).trim(),
    motion: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  };
}

/**
 * The colour token of a series. Parts of a whole are shades of one hue, told apart by lightness; compared series get
 * hues that colour-blind people can tell apart.
 */
export function tokenOf(data: ChartData, series: ChartSeries): string {
  if (series.role === 'rest' || series.role === 'before') return 'idle';
  const main = data.series.filter((each) => isDrawn(each) && (each.role ?? 'main') === 'main');
  const index = series.role === 'forecast' ? 0 : Math.max(0, main.indexOf(series));
  return data.stacked && main.length <= shades ? `chart-shade-${index + 1}` : `chart-hue-${(index % hues) + 1}`;
}
