import { mayOpenPath } from '@lectern/contract/access.ts';
import { type getLibraryGrowth, growthGroups } from '@lectern/contract/features/library-stat.ts';
import { resourceKinds } from '@lectern/contract/features/resource-state.ts';
import { begunValues, usualDayGrain } from '@lectern/contract/statistics/buckets.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import type { ChartData, ChartSeries } from '../../components/chart/chart-data.ts';
import { ChartFigure } from '../../components/chart/chart-figure.tsx';
import { bucketPoints } from '../../components/statistics/bucket-points.ts';
import { ChoiceLine } from '../../components/statistics/counted-line.tsx';
import { type StatWords, useStatWords } from '../../components/statistics/stat-words.ts';
import type { StatAddress } from '../../components/statistics/use-stat-address.ts';
import { resourcesHref } from '../../components/statistics/use-stat-address.ts';
import type { CallOutput } from '../../lib/callable.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { type GrowthGroup, growthQuery, type LibraryChoice } from './library-queries.ts';

type Growth = CallOutput<typeof getLibraryGrowth>;
type Props = {
  over: Omit<LibraryChoice, 'by'>;
  by: GrowthGroup | undefined;
  address: StatAddress;
  picture: RefObject<(() => Promise<void>) | null>;
};

const libraryPage = '/app/resource/library';
/** More areas would be hard to tell apart. */
const mostSeries = 7;

export function GrowthFigure({ over, by = 'kind', address, picture }: Props) {
  const texts = useTexts();
  const { growth: own } = texts.libraryStat;
  const words = useStatWords();
  const user = useCurrentUser();
  const growth = useQuery({ ...growthQuery(over, by), placeholderData: keepPreviousData });
  return (
    <ChartFigure
      title={own.title}
      fileName="new-resources"
      className="stat-wide"
      data={growth.data && growthData(growth.data, words, texts)}
      error={growth.error ?? undefined}
      retrying={growth.isFetching}
      onRetry={() => void growth.refetch()}
      outdated={growth.isPlaceholderData}
      empty={own.none}
      emptyHint={own.hint}
      emptyAction={
        mayOpenPath(user, libraryPage) && (
          <AppLink className="button" to={libraryPage}>
            {own.open}
          </AppLink>
        )
      }
      picture={picture}
      aside={
        <ChoiceLine
          label={own.by}
          value={by}
          options={growthGroups.map((value) => ({ value, label: own.groups[value] }))}
          onChange={(value) => address.change({ by: value === 'kind' ? undefined : value })}
        />
      }
    />
  );
}

function growthData(growth: Growth, words: StatWords, texts: Texts): ChartData {
  const { by, now } = growth;
  const buckets = growth.buckets.map((days) => ({ ...days, hour: null }));
  const grain = usualDayGrain(growth.period);
  const grown = growth.groups.filter(({ added }) => added.some((count) => count > 0));
  const own = grown.length <= mostSeries + 1 ? grown : grown.slice(0, mostSeries);
  const series: ChartSeries[] = own.map((group) => ({
    id: group.key ?? 'none',
    label: nameOf(group, by, texts),
    values: begunValues(buckets, group.added, now),
    hrefs: growth.buckets.map((added, index) =>
      (group.added[index] ?? 0) > 0 ? resourcesHref({ of: { [by]: group.key }, added }) : null,
    ),
    ...(group.key === null && { role: 'rest' as const }),
  }));
  const rest = grown.slice(own.length);
  if (rest.length > 0) {
    const sums = buckets.map((_, index) => rest.reduce((sum, { added }) => sum + (added[index] ?? 0), 0));
    const values = begunValues(buckets, sums, now);
    series.push({ id: 'others', label: texts.statistics.others, values, role: 'rest' });
  }
  return {
    shape: 'bar',
    stacked: true,
    pointsName: texts.statistics.piece,
    valuesName: texts.libraryStat.growth.values,
    points: bucketPoints(buckets, { grain, now, words, texts: texts.statistics }),
    series,
    words: words.number,
    axisWords: words.short,
  };
}

function nameOf(group: Growth['groups'][number], by: GrowthGroup, texts: Texts): string {
  if (group.key === null) return texts.statistics.none;
  const kind = by === 'kind' && resourceKinds.find((one) => one === group.key);
  if (kind) return texts.resource.kinds[kind];
  return by === 'fileFormat' ? group.key.toUpperCase() : (group.name ?? texts.statistics.gone);
}
