import type { AccessStat, StatFigure } from '@lectern/contract/features/access-stat.ts';
import { measureWords } from '@lectern/contract/statistics/access-dimension.ts';
import { begunValues, bucketsOf } from '@lectern/contract/statistics/buckets.ts';
import type { AccessFigure } from '@lectern/contract/statistics/figure.ts';
import type { ChartData, ChartSeries } from '../../components/chart/chart-data.ts';
import { bucketPoints } from '../../components/statistics/bucket-points.ts';
import { recordsHref } from '../../components/statistics/figure-href.ts';
import { measureAxis } from '../../components/statistics/measure-axis.ts';
import type { StatWords } from '../../components/statistics/stat-words.ts';
import { inLanguage } from '../../lib/i18n/in-language.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';
import { type AccessQuery, narrowingOf } from './access-choice.ts';
import { keyWords } from './key-words.ts';

/** More would not be told apart. */
const mostSeries = 8;

/** The curve of the whole with that of the days before, or the curves of the first groups. */
export function accessChart(stat: AccessStat, query: AccessQuery, words: StatWords, texts: Texts): ChartData {
  const { measure = 'views', groupBy = 'none' } = query;
  const name = inLanguage(measureWords)[measure];
  const of = narrowingOf(query);
  // One person may be in several groups, and shares do not add up: neither are parts of a whole.
  const isParts = measure !== 'viewers' && measure !== 'completion';
  const hrefsOf = (narrowed: AccessFigure['of'], values: readonly StatFigure[]) =>
    stat.buckets.map(({ from, to, hour }, index) =>
      (values[index]?.value ?? 0) > 0
        ? recordsHref({ from, to, ...(hour !== null && { hour }), measure, of: { ...narrowed } })
        : null,
    );
  const valuesOf = (series: readonly StatFigure[]) =>
    begunValues(
      stat.buckets,
      series.map(({ value }) => value),
      stat.counted.now,
    );
  const groups = groupBy === 'none' ? [] : stat.groups.filter(({ series }) => series !== null).slice(0, mostSeries);
  const grouped: ChartSeries[] = groups.map((group) => ({
    id: group.key ?? 'none',
    label: keyWords(groupBy, group, texts),
    values: valuesOf(group.series ?? []),
    hrefs: hrefsOf({ ...of, [groupBy]: group.key }, group.series ?? []),
    ...(group.key === null && { role: 'rest' as const }),
  }));
  const whole: ChartSeries[] = [
    {
      id: 'whole',
      label: name,
      values: valuesOf(stat.series),
      hrefs: hrefsOf(of, stat.series),
      notes: stat.series.map(({ exact }) => (exact ? null : texts.statistics.estimate)),
    },
    ...before(stat, query, of, words, texts),
  ];
  return {
    shape: grouped.length > 0 ? (isParts ? 'bar' : 'line') : 'area',
    stacked: grouped.length > 0 && isParts,
    pointsName: texts.statistics.piece,
    valuesName: name,
    points: bucketPoints(stat.buckets, {
      grain: stat.grain,
      now: stat.counted.now,
      words,
      texts: texts.statistics,
      ...(measure === 'viewers' && { uncounted: stat.counted.uncounted }),
    }),
    series: grouped.length > 0 ? grouped : whole,
    ...measureAxis(
      measure,
      words,
      [...stat.series, ...groups.flatMap(({ series }) => series ?? [])].map(({ value }) => value),
    ),
  };
}

function before(
  stat: AccessStat,
  { measure = 'views' }: AccessQuery,
  of: AccessFigure['of'],
  words: StatWords,
  texts: Texts,
): ChartSeries[] {
  const { compared, beforeSeries } = stat;
  if (!compared || !beforeSeries) return [];
  const buckets = bucketsOf(compared, stat.grain);
  return [
    {
      id: 'before',
      label: texts.accessStat.before.replace('{span}', () => words.span(compared)),
      role: 'before',
      values: stat.buckets.map((_, index) => beforeSeries[index]?.value ?? null),
      hrefs: stat.buckets.map((_, index) => {
        const bucket = buckets[index];
        if (!bucket || !beforeSeries[index]?.value) return null;
        const { from, to, hour } = bucket;
        return recordsHref({ from, to, ...(hour !== null && { hour }), measure, of: { ...of } });
      }),
    },
  ];
}
