import { type ChartData, type ChartSeries, isDrawn } from './chart-data.ts';

/** What a chart takes from the design: read from the page, so that themes need no second definition. */
export type ChartLook = {
  /** The value of a token of the style sheets, such as `text` or `chart-hue-1`. */
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
 * The token that colours a series. The few parts of a whole are shades of one hue, told apart by lightness; what is
 * compared has hues that the colour-blind tell apart too.
 */
export function tokenOf(data: ChartData, series: ChartSeries): string {
  if (series.role === 'rest' || series.role === 'before') return 'idle';
  const main = data.series.filter((each) => isDrawn(each) && (each.role ?? 'main') === 'main');
  const index = series.role === 'forecast' ? 0 : Math.max(0, main.indexOf(series));
  return data.stacked && main.length <= shades ? `chart-shade-${index + 1}` : `chart-hue-${(index % hues) + 1}`;
}
