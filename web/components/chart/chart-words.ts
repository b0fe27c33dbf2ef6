import type { ChartTexts } from '../../lib/i18n/en/chart.ts';
import { type ChartData, type ChartPlace, isDrawn, titleOf } from './chart-data.ts';

type Fill = (text: string, values: Record<string, string | number>) => string;

/** What a place of the chart says: for tooltips, and for screen readers when the keys lead there. */
export function placeWords(data: ChartData, { point, series }: ChartPlace, texts: ChartTexts, fill: Fill): string {
  const at = data.series[series];
  const value = at?.values[point] ?? null;
  const said = value === null ? texts.unknown : data.words(value);
  const note = at?.notes?.[point];
  const words = fill(texts.place, {
    point: titleOf(data.points[point] ?? { label: '' }),
    series: at?.label ?? '',
    value: note ? `${said} (${note})` : said,
  });
  return at?.hrefs?.[point] ? `${words} ${texts.enterOpens}` : words;
}

/** The chart in two sentences for those who do not see it: what it spans, and where it is highest and lowest. */
export function summaryWords(data: ChartData, texts: ChartTexts, fill: Fill): string {
  const { points, series } = data;
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return texts.nothing;
  const span = fill(texts.spans, {
    values: data.valuesName,
    points: data.pointsName,
    first: titleOf(first),
    last: titleOf(last),
    count: series.filter(isDrawn).length,
  });
  let greatest: { value: number; point: number; series: number } | undefined;
  series.forEach((each, index) => {
    if (!isDrawn(each) || each.role === 'before') return;
    each.values.forEach((value, point) => {
      if (value !== null && (!greatest || value > greatest.value)) greatest = { value, point, series: index };
    });
  });
  if (!greatest) return span;
  const peak = fill(texts.peak, {
    value: data.words(greatest.value),
    point: titleOf(points[greatest.point] ?? { label: '' }),
    series: series[greatest.series]?.label ?? '',
  });
  return `${span} ${peak}`;
}
