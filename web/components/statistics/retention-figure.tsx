import { getRetention } from '@lectern/contract/features/access-stat.ts';
import { resourceKinds } from '@lectern/contract/features/resource-state.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../lib/callable.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import type { ChartData } from '../chart/chart-data.ts';
import { ChartFigure } from '../chart/chart-figure.tsx';
import { resourceHref } from '../resource/resource-href.ts';
import { clock } from '../viewers/media/clock.ts';
import { type StatWords, useStatWords } from './stat-words.ts';

type Props = {
  resourceId: string;
  period: string | undefined;
  className?: string;
  /** Where to play a given second; defaults to the resource's own page. */
  hrefAt?: (second: number) => string;
};

/** Retention curve: how often each hundredth of a video or recording was played. */
export function RetentionFigure({ resourceId, period, className, hrefAt }: Props) {
  const { statistics: texts } = useTexts();
  const words = useStatWords();
  const query = period === undefined ? {} : { period };
  const retention = useQuery({
    ...queryOf(getRetention, { params: { id: resourceId }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const { data } = retention;
  return (
    <ChartFigure
      title={texts.retention.title}
      text={data && fillText(texts.retention.text, { span: words.span(data.period) })}
      fileName="retention"
      height={200}
      data={data && retentionData(data, words, texts.retention, hrefAt)}
      error={retention.error ?? undefined}
      retrying={retention.isFetching}
      onRetry={() => void retention.refetch()}
      empty={texts.retention.none}
      {...(className && { className })}
    />
  );
}

type Retention = CallOutput<typeof getRetention>;

function retentionData(
  { resource, plays }: Retention,
  words: StatWords,
  texts: { place: string; plays: string; at: string },
  hrefAt: Props['hrefAt'],
): ChartData {
  const kind = resourceKinds.find((one) => one === resource.kind);
  const second = (index: number) =>
    resource.durationSeconds === null ? null : (index / 100) * resource.durationSeconds;
  return {
    shape: 'area',
    pointsName: texts.place,
    valuesName: texts.plays,
    points: plays.map((_, index) => {
      const at = second(index);
      const share = words.percent(index / 100);
      return {
        label: at === null ? share : clock(at),
        title: at === null ? share : fillText(texts.at, { share, time: clock(at) }),
      };
    }),
    series: [
      {
        id: 'plays',
        label: texts.plays,
        values: plays,
        // Each point of the curve opens the player at that second.
        hrefs: plays.map((_, index) => {
          const at = second(index);
          if (at === null || !kind) return null;
          return hrefAt
            ? hrefAt(Math.floor(at))
            : `${resourceHref({ id: resource.id, kind })}?second=${Math.floor(at)}`;
        }),
      },
    ],
    // Plays are averaged over each hundredth, but people count whole ones.
    words: (value) => words.number(Math.round(value)),
    axisWords: words.short,
  };
}
