import { mayOpenPath } from '@lectern/contract/access.ts';
import type { AccessStat, StatFigure } from '@lectern/contract/features/access-stat.ts';
import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { begunValues, bucketsOf } from '@lectern/contract/statistics/buckets.ts';
import type { AccessFigure } from '@lectern/contract/statistics/figure.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Button } from '../../components/button.tsx';
import type { ChartData, ChartSeries } from '../../components/chart/chart-data.ts';
import { ChartFigure } from '../../components/chart/chart-figure.tsx';
import { bucketPoints, measureAxis } from '../../components/statistics/bucket-points.ts';
import { KpiSkeleton, KpiStrip } from '../../components/statistics/kpi-strip.tsx';
import { type StatWords, useStatWords } from '../../components/statistics/stat-words.ts';
import type { StatAddress } from '../../components/statistics/use-stat-address.ts';
import { recordsHref } from '../../components/statistics/use-stat-address.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { labelled } from '../../lib/i18n/punctuation.ts';
import { type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { type AccessQuery, keyWords, narrowingOf } from './access-choice.ts';

type Props = {
  stat: UseQueryResult<AccessStat, ApiError>;
  query: AccessQuery;
  picture: RefObject<(() => Promise<void>) | null>;
  address: StatAddress;
};

/** Total, comparison, best bucket and chart of the chosen measure. */
export function AccessFigures({ stat, query, picture, address }: Props) {
  const texts = useTexts();
  const words = useStatWords();
  const user = useCurrentUser();
  const { measure = 'views' } = query;
  const { data } = stat;
  const name = texts.statistics.measures[measure];
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
              label: labelled(label, words.bucket(bucket, data.grain).title),
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

/** Empty state, with a link to connect a site for those who may. */
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

/** More lines would be hard to tell apart. */
const mostSeries = 8;

/** One line with its comparison period, or one line per top group. */
function accessChart(stat: AccessStat, query: AccessQuery, words: StatWords, texts: Texts): ChartData {
  const { measure = 'views', groupBy = 'none' } = query;
  const name = texts.statistics.measures[measure];
  const of = narrowingOf(query);
  // A viewer may be in several groups and rates don't add up, so neither makes parts of a whole.
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
