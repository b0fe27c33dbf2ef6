import { mayOpenPath } from '@lectern/contract/access.ts';
import type { AccessStat } from '@lectern/contract/features/access-stat.ts';
import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { measureWords } from '@lectern/contract/statistics/access-dimension.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Button } from '../../components/button.tsx';
import { ChartFigure } from '../../components/chart/chart-figure.tsx';
import { recordsHref } from '../../components/statistics/figure-href.ts';
import { KpiSkeleton, KpiStrip } from '../../components/statistics/kpi-strip.tsx';
import { useStatWords } from '../../components/statistics/stat-words.ts';
import type { StatAddress } from '../../components/statistics/use-stat-address.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { inLanguage } from '../../lib/i18n/in-language.ts';
import { type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { accessChart } from './access-chart.ts';
import { type AccessQuery, narrowingOf } from './access-choice.ts';

type Props = {
  stat: UseQueryResult<AccessStat, ApiError>;
  query: AccessQuery;
  picture: RefObject<(() => Promise<void>) | null>;
  address: StatAddress;
};

/** The whole, what it was before, the best piece of time, and the curve. */
export function AccessFigures({ stat, query, picture, address }: Props) {
  const texts = useTexts();
  const words = useStatWords();
  const user = useCurrentUser();
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
              missing: words.measure(null, measure),
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
        {...(query.filter ? unfiltered(address, texts.accessStat) : firstUse(user, texts.statistics))}
      />
    </>
  );
}

const keyPage = '/app/system/apiKey';

/** What leads to the first figures: those who may have a site report what is used there. */
function firstUse(user: CurrentUser, texts: Texts['statistics']) {
  const action = mayOpenPath(user, keyPage) && (
    <AppLink className="button" to={keyPage}>
      {texts.connect}
    </AppLink>
  );
  return { emptyHint: texts.emptyHint, emptyAction: action };
}

function unfiltered(address: StatAddress, texts: Texts['accessStat']) {
  const action = (
    <Button onClick={() => address.change({ filter: undefined, key: undefined })}>{texts.clearFilter}</Button>
  );
  return { emptyHint: texts.filteredHint, emptyAction: action };
}

function bestOf(stat: AccessStat, label: string) {
  const greatest = Math.max(0, ...stat.series.map(({ value }) => value ?? 0));
  const at = stat.series.findIndex(({ value }) => value === greatest);
  const bucket = stat.buckets[at];
  return greatest > 0 && bucket && stat.buckets.length > 1 ? [{ label, bucket, value: greatest }] : [];
}
