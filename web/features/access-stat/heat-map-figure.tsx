import type { getAccessHeatMap } from '@lectern/contract/features/access-stat.ts';
import { measureWords } from '@lectern/contract/statistics/access-dimension.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ChartData } from '../../components/chart/chart-data.ts';
import { ChartFigure } from '../../components/chart/chart-figure.tsx';
import { recordsHref } from '../../components/statistics/figure-href.ts';
import { type StatWords, useStatWords } from '../../components/statistics/stat-words.ts';
import type { CallOutput } from '../../lib/callable.ts';
import { inLanguage } from '../../lib/i18n/in-language.ts';
import { type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { type AccessQuery, narrowingOf } from './access-choice.ts';
import { heatQuery } from './access-queries.ts';

type HeatMap = CallOutput<typeof getAccessHeatMap>;

/** When it is used: each hour of the week. */
export function HeatMapFigure({ query }: { query: AccessQuery }) {
  const texts = useTexts();
  const { accessStat: own } = texts;
  const words = useStatWords();
  const people = query.measure === 'viewers';
  const heat = useQuery({ ...heatQuery(query), placeholderData: keepPreviousData });
  return (
    <ChartFigure
      title={own.when}
      text={people ? own.noPeople : own.whenText}
      fileName="weekday-hour"
      className="stat-wide"
      height={230}
      data={heat.data && heatData(heat.data, query, words, texts)}
      error={heat.error ?? undefined}
      retrying={heat.isFetching}
      onRetry={() => void heat.refetch()}
      outdated={heat.isPlaceholderData}
      emptyHint={own.whenHint}
    />
  );
}

function heatData(heat: HeatMap, query: AccessQuery, words: StatWords, texts: Texts): ChartData {
  const { measure } = heat;
  const values = new Map(heat.cells.map(({ weekday, hour, value }) => [`${weekday} ${hour}`, value]));
  // Where nothing was viewed there is no share.
  const none = measure === 'completion' ? null : 0;
  const weekdays = [1, 2, 3, 4, 5, 6, 7];
  return {
    shape: 'heat',
    pointsName: texts.accessStat.weekday,
    valuesName: inLanguage(measureWords)[measure],
    points: weekdays.map((weekday) => words.weekday(weekday)),
    series: Array.from({ length: 24 }, (_, hour) => ({
      id: String(hour),
      label: `${String(hour).padStart(2, '0')}:00`,
      values: weekdays.map((weekday) => values.get(`${weekday} ${hour}`) ?? none),
      hrefs: weekdays.map((weekday) =>
        values.has(`${weekday} ${hour}`)
          ? recordsHref({ ...heat.period, measure, weekday, hour, of: narrowingOf(query) })
          : null,
      ),
    })),
    words: (value) => words.measure(value, measure),
  };
}
