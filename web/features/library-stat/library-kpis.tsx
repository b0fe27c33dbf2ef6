import type { getLibraryFigures, Kpi, ShareKpi } from '@lectern/contract/features/library-stat.ts';
import type { AccessMeasure } from '@lectern/contract/statistics/access-dimension.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { KpiSkeleton, KpiStrip, type KpiView } from '../../components/statistics/kpi-strip.tsx';
import { type StatWords, useStatWords } from '../../components/statistics/stat-words.ts';
import { recordsHref, resourcesHref } from '../../components/statistics/use-stat-address.ts';
import type { ApiError } from '../../lib/api-error.ts';
import type { CallOutput } from '../../lib/callable.ts';
import { type Format, useFormat } from '../../lib/format.ts';
import { type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { type LibraryChoice, tablesQuery } from './library-queries.ts';

type Figures = CallOutput<typeof getLibraryFigures>;
type Id = Exclude<keyof Figures, 'period' | 'compared' | 'counted'>;

const used = [
  'views',
  'viewers',
  'plays',
  'playSeconds',
  'completion',
  'downloads',
  'searches',
] as const satisfies readonly AccessMeasure[];
const kept = ['resources', 'added', 'bytes', 'mediaSeconds', 'pages'] as const;

type Props = { figures: UseQueryResult<Figures, ApiError>; over: Omit<LibraryChoice, 'by'> };

export function LibraryKpis({ figures, over }: Props) {
  // Shared with the tables below, so it is fetched once.
  const never = useQuery(tablesQuery(over)).data?.neverUsed.count;
  const texts = useTexts();
  const words = useStatWords();
  const format = useFormat();
  const { data } = figures;
  const shown = (id: Id) => view(id, (data as Figures)[id], data as Figures, { words, format, texts });
  return (
    <>
      {figures.error && (
        <ErrorPanel
          error={figures.error}
          keepsOld={data !== undefined}
          retrying={figures.isFetching}
          onRetry={() => void figures.refetch()}
        />
      )}
      {!data && !figures.error && <KpiSkeleton count={kept.length + used.length + 2} />}
      {data && (
        <KpiStrip
          label={texts.statistics.figures}
          kpis={[
            ...kept.map(shown),
            {
              id: 'neverUsed',
              label: texts.libraryStat.kpis.neverUsed,
              value: never ?? 0,
              before: null,
              words: (value) => (never === undefined ? '–' : words.number(value)),
              href: never ? resourcesHref({ used: false }) : null,
            },
            shown('favourites'),
            ...used.map(shown),
          ]}
        />
      )}
    </>
  );
}

type Words = { words: StatWords; format: Format; texts: Texts };

function view(id: Id, kpi: Kpi | ShareKpi, { period }: Figures, { words, format, texts }: Words): KpiView {
  const { kpis, favouritesHint } = texts.libraryStat;
  const labels = { ...texts.statistics.measures, ...kpis };
  const hints: Partial<Record<Id, string>> = {
    favourites: favouritesHint,
    completion: texts.statistics.completionHint,
  };
  const hint = hints[id];
  return {
    id,
    label: labels[id],
    ...kpi,
    words: wordsOf(id, words, format),
    href: hrefOf(id, period),
    ...(id === 'viewers' && { missing: words.measure(null, id) }),
    neutral: id === 'bytes',
    share: id === 'completion',
    ...(hint && { hint }),
  };
}

function wordsOf(id: Id, words: StatWords, format: Format): (value: number) => string {
  if (id === 'bytes') return format.bytes;
  if (id === 'completion') return words.percent;
  return id === 'mediaSeconds' || id === 'playSeconds' ? words.time : words.number;
}

/** Each figure opens the rows it adds up; storage is sorted by size. */
function hrefOf(id: Id, period: Figures['period']): string {
  const added = { to: period.to };
  switch (id) {
    case 'resources':
      return resourcesHref({ added });
    case 'added':
      return resourcesHref({ added: period });
    case 'bytes':
      return resourcesHref({ added, sort: 'size' });
    case 'mediaSeconds':
      return resourcesHref({ added, of: { kind: 'video,audio' } });
    case 'favourites':
      return resourcesHref({ favourite: period });
    case 'pages':
      return resourcesHref({ added, of: { kind: 'document' } });
    default:
      return recordsHref({ ...period, measure: id });
  }
}
