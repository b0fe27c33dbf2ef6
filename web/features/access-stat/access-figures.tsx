import type { AccessStat } from '@lectern/contract/features/access-stat.ts';
import { measureWords } from '@lectern/contract/statistics/access-dimension.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { ChartFigure } from '../../components/chart/chart-figure.tsx';
import { recordsHref } from '../../components/statistics/figure-href.ts';
import { KpiSkeleton, KpiStrip } from '../../components/statistics/kpi-strip.tsx';
import { useStatWords } from '../../components/statistics/stat-words.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { inLanguage } from '../../lib/i18n/in-language.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { accessChart } from './access-chart.ts';
import { type AccessQuery, narrowingOf } from './access-choice.ts';

type Props = {
  stat: UseQueryResult<AccessStat, ApiError>;
  query: AccessQuery;
  picture: RefObject<(() => Promise<void>) | null>;
};

/** The whole, what it was before, the best piece of time, and the curve. */
export function AccessFigures({ stat, query, picture }: Props) {
  const texts = useTexts();
  const words = useStatWords();
  const { measure = 'views' } = query;
  const { data } = stat;
  const name = inLanguage(measureWords)[measure];
  return (
    <>
      {!data && !stat.error && <KpiSkeleton count={1} />}
      {data && (
        <KpiStrip
          label={texts.statistics.figures}
          kpis={[
            {
              id: measure,
              label: name,
              ...data.total,
              before: data.before?.value ?? null,
              words: (value) => words.measure(value, measure),
              href: recordsHref({ ...data.period, measure, of: narrowingOf(query) }),
              ...(measure === 'completion' && { share: true, hint: texts.statistics.completionHint }),
            },
            ...bestOf(data, texts.accessStat.best).map(({ label, bucket, value }) => ({
              id: 'best',
              label: `${label}: ${words.bucket(bucket, data.grain).title}`,
              value,
              before: null,
              words: (shown: number) => words.measure(shown, measure),
              href: recordsHref({
                from: bucket.from,
                to: bucket.to,
                ...(bucket.hour !== null && { hour: bucket.hour }),
                measure,
                of: narrowingOf(query),
              }),
            })),
          ]}
        />
      )}
      <ChartFigure
        title={name}
        {...(measure === 'completion' && { text: texts.statistics.completionHint })}
        fileName={measure}
        height={300}
        data={data && accessChart(data, query, words, texts)}
        error={stat.error ?? undefined}
        retrying={stat.isFetching}
        onRetry={() => void stat.refetch()}
        outdated={stat.isPlaceholderData}
        picture={picture}
      />
    </>
  );
}

function bestOf(stat: AccessStat, label: string) {
  const greatest = Math.max(0, ...stat.series.map(({ value }) => value ?? 0));
  const at = stat.series.findIndex(({ value }) => value === greatest);
  const bucket = stat.buckets[at];
  return greatest > 0 && bucket && stat.buckets.length > 1 ? [{ label, bucket, value: greatest }] : [];
}
