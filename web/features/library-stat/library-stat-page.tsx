import { exportLibraryStat } from '@lectern/contract/features/library-stat.ts';
import { libraryStatAddress } from '@lectern/contract/statistics-page-data.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ErrorGroup } from '../../components/error-group.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { CountedLine } from '../../components/statistics/counted-line.tsx';
import { PeriodPicker } from '../../components/statistics/period-picker.tsx';
import { ReportMenu } from '../../components/statistics/report-menu.tsx';
import { SpanMeta } from '../../components/statistics/span-meta.tsx';
import { StatExportMenu } from '../../components/statistics/stat-export-menu.tsx';
import { useStatAddress } from '../../components/statistics/use-stat-address.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { CoverageCard } from './coverage-card.tsx';
import { GrowthFigure } from './growth-figure.tsx';
import type { LibraryChoice } from './library-choice.ts';
import { LibraryKpis } from './library-kpis.tsx';
import { coverageQuery, figuresQuery, growthQuery, storageQuery, tablesQuery } from './library-queries.ts';
import { LibraryTables } from './library-tables.tsx';
import { StorageFigure } from './storage-figure.tsx';
import '../../components/page-body.css';
import '../../components/statistics/statistics.css';
import './library-stat.css';

/** The whole collection in figures: how much there is, how it grows, and how it is used. */
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
