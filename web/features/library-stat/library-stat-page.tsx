import {
  exportLibraryStat,
  type getLibraryCoverage,
  type getLibraryStorage,
} from '@lectern/contract/features/library-stat.ts';
import { usualDayGrain } from '@lectern/contract/statistics/buckets.ts';
import { libraryStatAddress } from '@lectern/contract/statistics-page-data.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Card } from '../../components/card.tsx';
import type { ChartData } from '../../components/chart/chart-data.ts';
import { ChartFigure } from '../../components/chart/chart-figure.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorGroup, ErrorPanel } from '../../components/error-panel.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { CountedLine, SpanMeta } from '../../components/statistics/counted-line.tsx';
import { PeriodPicker } from '../../components/statistics/period-picker.tsx';
import { ReportMenu } from '../../components/statistics/report-menu.tsx';
import { StatExportMenu } from '../../components/statistics/stat-export-menu.tsx';
import { type StatWords, useStatWords } from '../../components/statistics/stat-words.ts';
import { resourcesHref, useStatAddress } from '../../components/statistics/use-stat-address.ts';
import type { CallOutput } from '../../lib/callable.ts';
import { type Format, useFormat } from '../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { GrowthFigure } from './growth-figure.tsx';
import { LibraryKpis } from './library-kpis.tsx';
import {
  coverageQuery,
  figuresQuery,
  growthQuery,
  type LibraryChoice,
  storageQuery,
  tablesQuery,
} from './library-queries.ts';
import { LibraryTables } from './library-tables.tsx';
import '../../components/page-body.css';
import '../../components/statistics/statistics.css';
import './library-stat.css';
import '../../components/table.css';

/** The library in figures: size, growth and usage. */
export function LibraryStatPage() {
  const { libraryStat: texts } = useTexts();
  const address = useStatAddress();
  const { by, ...over } = libraryStatAddress(address.params) as LibraryChoice;
  const picture = useRef<(() => Promise<void>) | null>(null);
  const figures = useQuery({ ...figuresQuery(over), placeholderData: keepPreviousData });
  const { data } = figures;
  const asked = [
    ...[figuresQuery(over), growthQuery(over, by ?? 'kind'), coverageQuery(), storageQuery(over), tablesQuery(over)],
  ];
  return (
    <div className="page-stack">
      <PageHeader title={texts.title} meta={<SpanMeta period={data?.period} compared={data?.compared} />}>
        <PeriodPicker address={address} shown={data?.period} />
        <ReportMenu page="data.resource" />
        <StatExportMenu
          endpoint={exportLibraryStat}
          query={{ ...over, by }}
          onPicture={() => void picture.current?.()}
        />
      </PageHeader>
      <ErrorGroup queries={asked}>
        <LibraryKpis figures={figures} over={over} />
        <CountedLine counted={data?.counted} />
        <div className="stat-grid">
          <GrowthFigure over={over} by={by} address={address} picture={picture} />
          <CoverageCard />
          <StorageFigure over={over} />
          <LibraryTables over={over} />
        </div>
      </ErrorGroup>
    </div>
  );
}

type Storage = CallOutput<typeof getLibraryStorage>;

/** Storage used, with a forecast of when it will be full. */
function StorageFigure({ over }: { over: Omit<LibraryChoice, 'by'> }) {
  const texts = useTexts();
  const { storage: own } = texts.libraryStat;
  const words = useStatWords();
  const format = useFormat();
  const storage = useQuery({ ...storageQuery(over), placeholderData: keepPreviousData });
  const { data } = storage;
  const wasLater = data?.byKind.some(({ bytes }) => bytes > 0);
  const facts = data && [
    data.forecast.bytesPerDay > 0 && fillText(own.pace, { bytes: format.bytes(data.forecast.bytesPerDay) }),
    data.forecast.freeBytes !== null && fillText(own.free, { bytes: format.bytes(data.forecast.freeBytes) }),
    data.forecast.fullOn !== null && fillText(own.full, { day: words.day(data.forecast.fullOn) }),
  ];
  return (
    <ChartFigure
      title={own.title}
      text={own.text}
      fileName="storage"
      className="stat-full"
      height={220}
      data={data && storageData(data, words, format, texts)}
      error={storage.error ?? undefined}
      retrying={storage.isFetching}
      onRetry={() => void storage.refetch()}
      outdated={storage.isPlaceholderData}
      empty={wasLater ? own.noneThen : own.none}
      emptyHint={wasLater ? own.hintThen : own.hint}
      footer={facts && <p className="stat-facts">{facts.filter(Boolean).join(' · ')}</p>}
    />
  );
}

function storageData(storage: Storage, words: StatWords, format: Format, texts: Texts): ChartData {
  const { storage: own } = texts.libraryStat;
  const { buckets, bytes, forecast } = storage;
  const grain = usualDayGrain(storage.period);
  // The forecast starts today, so it is shown only if the period reaches the current month.
  const reachesToday = storage.period.to.slice(0, 7) === forecast.months[0]?.to.slice(0, 7);
  const ahead = forecast.bytesPerDay > 0 && reachesToday ? forecast.months : [];
  const gap: null[] = ahead.map(() => null);
  const known = bytes.length;
  return {
    shape: 'area',
    pointsName: texts.statistics.piece,
    valuesName: own.title,
    points: [
      ...buckets.map(({ from, to }) => ({ ...words.bucket({ from, to, hour: null }, grain), at: Date.parse(to) })),
      ...ahead.map(({ to }) => ({ ...words.bucket({ from: to, to, hour: null }, 'day'), at: Date.parse(to) })),
    ],
    series: [
      {
        id: 'taken',
        label: own.taken,
        values: [...bytes, ...gap],
        hrefs: [...buckets.map(({ to }) => resourcesHref({ added: { to }, sort: 'size' })), ...gap],
      },
      ...(ahead.length > 0
        ? [
            {
              id: 'expected',
              label: own.expected,
              role: 'forecast' as const,
              // The forecast starts at the last known value, so the lines connect.
              values: [
                ...bytes.map((value, index) => (index === known - 1 ? value : null)),
                ...ahead.map((month) => month.bytes),
              ],
            },
          ]
        : []),
    ],
    atWords: (at) => words.bucket({ from: dayAt(at), to: dayAt(at), hour: null }, 'month').label,
    words: format.bytes,
    axisWords: format.bytes,
  };
}

function dayAt(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

type Coverage = CallOutput<typeof getLibraryCoverage>;
type Share = Coverage['all']['text'];

/** Share of each college's resources that have text and subtitles. */
function CoverageCard() {
  const { libraryStat, statistics } = useTexts();
  const { coverage: own } = libraryStat;
  const coverage = useQuery(coverageQuery());
  const { data } = coverage;
  return (
    <Card title={own.title} text={own.text} className="stat-narrow stat-table coverage">
      {coverage.error && (
        <div className="card-body">
          <ErrorPanel error={coverage.error} retrying={coverage.isFetching} onRetry={() => void coverage.refetch()} />
        </div>
      )}
      {!data && !coverage.error && (
        <SkeletonRegion className="card-body">
          <Skeleton height={220} />
        </SkeletonRegion>
      )}
      {data && data.all.text.of === 0 && (
        <EmptyState icon="document" title={own.none}>
          {own.hint}
        </EmptyState>
      )}
      {data && data.all.text.of > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: many colleges scroll
        <div className="table-scroll coverage-scroll" tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{own.college}</th>
                <th scope="col">{own.withText}</th>
                <th scope="col">{own.subtitles}</th>
              </tr>
            </thead>
            <tbody>
              <Row name={own.all} text={data.all.text} subtitles={data.all.subtitles} of={{}} />
              {data.colleges.map(({ id, name, text, subtitles }) => (
                <Row
                  key={id ?? 'none'}
                  name={id === null ? statistics.none : (name ?? statistics.gone)}
                  text={text}
                  subtitles={subtitles}
                  of={{ college: id }}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

type RowProps = { name: string; text: Share; subtitles: Share; of: { college?: string | null } };

function Row({ name, text, subtitles, of }: RowProps) {
  return (
    <tr>
      <td title={name}>{name}</td>
      <td>
        <ShareBar share={text} href={resourcesHref({ of, text: true })} />
      </td>
      <td>
        <ShareBar share={subtitles} href={resourcesHref({ of, subtitles: true })} />
      </td>
    </tr>
  );
}

function ShareBar({ share, href }: { share: Share; href: string }) {
  const { coverage: own } = useTexts().libraryStat;
  const words = useStatWords();
  if (share.of === 0) return <span className="table-quiet">–</span>;
  const part = share.have / share.of;
  const label = fillText(own.of, { have: words.number(share.have), of: words.number(share.of) });
  return (
    <span className="coverage-share" title={label}>
      <span className="stat-bar" aria-hidden="true">
        <span style={{ width: `${part * 100}%` }} />
      </span>
      <AppLink to={href} aria-label={label}>
        {words.percent(part)}
      </AppLink>
    </span>
  );
}
