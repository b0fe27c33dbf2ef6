import { exportAccessStat } from '@lectern/contract/features/access-stat.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ErrorGroup } from '../../components/error-group.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { CountedLine } from '../../components/statistics/counted-line.tsx';
import { PeriodPicker } from '../../components/statistics/period-picker.tsx';
import { ReportMenu } from '../../components/statistics/report-menu.tsx';
import { RetentionFigure } from '../../components/statistics/retention-figure.tsx';
import { SpanMeta } from '../../components/statistics/span-meta.tsx';
import { StatExportMenu } from '../../components/statistics/stat-export-menu.tsx';
import { useStatAddress } from '../../components/statistics/use-stat-address.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { accessQueryOf } from './access-choice.ts';
import { AccessControls } from './access-controls.tsx';
import { AccessFigures } from './access-figures.tsx';
import { heatQuery, showsAllTerms, statQuery, termsQuery } from './access-queries.ts';
import { GroupTable } from './group-table.tsx';
import { HeatMapFigure } from './heat-map-figure.tsx';
import { TermTable } from './term-table.tsx';
import '../../components/page-body.css';
import '../../components/statistics/statistics.css';
import './access-stat.css';

/** How resources are used: any measure, by any group, over any time, narrowed to one thing. */
export function AccessStatPage() {
  const { accessStat: texts } = useTexts();
  const address = useStatAddress();
  const query = accessQueryOf(address.params);
  const picture = useRef<(() => Promise<void>) | null>(null);
  const stat = useQuery({ ...statQuery(query), placeholderData: keepPreviousData });
  const { data } = stat;
  const asked = [statQuery(query), heatQuery(query), termsQuery(query, showsAllTerms(address.params))];
  const isGrouped = (query.groupBy ?? 'none') !== 'none';
  return (
    <div className="page-stack">
      <PageHeader title={texts.title} meta={<SpanMeta period={data?.period} compared={data?.compared} />}>
        <PeriodPicker address={address} shown={data?.period} />
        <ReportMenu page="data.accessStat" />
        <StatExportMenu endpoint={exportAccessStat} query={query} onPicture={() => void picture.current?.()} />
      </PageHeader>
      <AccessControls address={address} query={query} stat={data} />
      <ErrorGroup queries={asked}>
        <AccessFigures stat={stat} query={query} picture={picture} address={address} />
        <CountedLine counted={data?.counted} />
        <div className="stat-grid">
          {isGrouped && (data || !stat.error) && <GroupTable stat={data} query={query} address={address} />}
          {query.filter === 'resource' && query.key && (
            <RetentionFigure resourceId={query.key} period={query.period} className="stat-full" />
          )}
          <HeatMapFigure query={query} />
          <TermTable query={query} address={address} />
        </div>
      </ErrorGroup>
    </div>
  );
}
