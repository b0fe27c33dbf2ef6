import {
  exportAccessStat,
  getAccessHeatMap,
  getAccessStat,
  getSearchTerms,
} from '@lectern/contract/features/access-stat.ts';
import type { AccessStatTexts } from '@lectern/contract/messages/en/access-stat.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Card } from '../../components/card.tsx';
import type { ChartData } from '../../components/chart/chart-data.ts';
import { ChartFigure } from '../../components/chart/chart-figure.tsx';
import { ErrorGroup, ErrorPanel } from '../../components/error-panel.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ChoiceLine, CountedLine, SpanMeta } from '../../components/statistics/counted-line.tsx';
import { PeriodPicker } from '../../components/statistics/period-picker.tsx';
import { ReportMenu } from '../../components/statistics/report-menu.tsx';
import { RetentionFigure } from '../../components/statistics/retention-figure.tsx';
import { StatExportMenu } from '../../components/statistics/stat-export-menu.tsx';
import { StatTable } from '../../components/statistics/stat-table.tsx';
import { type StatWords, useStatWords } from '../../components/statistics/stat-words.ts';
import { recordsHref, type StatAddress, useStatAddress } from '../../components/statistics/use-stat-address.ts';
import type { CallOutput } from '../../lib/callable.ts';
import { type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { type AccessQuery, accessQueryOf, narrowingOf } from './access-choice.ts';
import { AccessControls } from './access-controls.tsx';
import { AccessFigures } from './access-figures.tsx';
import { GroupTable } from './group-table.tsx';
import '../../components/page-body.css';
import '../../components/statistics/statistics.css';
import './access-stat.css';

/** Usage statistics: any measure by any group over any period, with one filter. */
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

type HeatMap = CallOutput<typeof getAccessHeatMap>;

/** Heat map of use by hour of the week. */
function HeatMapFigure({ query }: { query: AccessQuery }) {
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
  // Without views there is no completion rate.
  const none = measure === 'completion' ? null : 0;
  const weekdays = [1, 2, 3, 4, 5, 6, 7];
  return {
    shape: 'heat',
    pointsName: texts.accessStat.weekday,
    valuesName: texts.statistics.measures[measure],
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

type Props = { query: AccessQuery; address: StatAddress };

/** Top search terms, by default those without results. */
function TermTable({ query, address }: Props) {
  const { accessStat: own } = useTexts();
  const words = useStatWords();
  const all = showsAllTerms(address.params);
  const terms = useQuery({ ...termsQuery(query, all), placeholderData: keepPreviousData });
  const { data } = terms;
  const aside = (
    <ChoiceLine
      label={own.terms.title}
      value={all ? 'all' : 'none'}
      options={[
        { value: 'none', label: own.terms.withoutResult },
        { value: 'all', label: own.terms.all },
      ]}
      onChange={(value) => address.change({ terms: value === 'all' ? 'all' : undefined })}
    />
  );
  if (terms.error && !data)
    return (
      <Card title={own.terms.title} className="stat-narrow">
        <div className="card-body">
          <ErrorPanel error={terms.error} retrying={terms.isFetching} onRetry={() => void terms.refetch()} />
        </div>
      </Card>
    );
  return (
    <StatTable
      title={own.terms.title}
      aside={aside}
      className="stat-narrow term-table"
      {...noneOf(data?.allowed === false ? 'notForYou' : all ? 'none' : 'allFound', own.terms)}
      columns={[own.terms.term, own.terms.searches, own.terms.withoutResult]}
      rows={data?.terms.map(({ term, searches, withoutResult }) => ({
        id: term,
        cells: [
          <span key="term" title={term}>
            {term}
          </span>,
          <AppLink key="all" to={recordsHref({ ...data.period, measure: 'searches', term })}>
            {words.number(searches)}
          </AppLink>,
          withoutResult > 0 ? (
            <AppLink key="none" to={recordsHref({ ...data.period, measure: 'searches', term, withoutResult: true })}>
              {words.number(withoutResult)}
            </AppLink>
          ) : (
            '0'
          ),
        ],
      }))}
    />
  );
}

const icons = { notForYou: 'lock', none: 'search', allFound: 'done' } as const;

function noneOf(why: keyof typeof icons, texts: AccessStatTexts['terms']) {
  return { none: texts[why], hint: texts[`${why}Hint`], icon: icons[why] };
}

/** Queries shared by the parts of the page. */
const statQuery = (query: AccessQuery) => queryOf(getAccessStat, { query }, { quiet: true });

function heatQuery({ period, measure, filter, key }: AccessQuery) {
  const asked = { ...(period && { period }), ...(measure && { measure }), ...(filter && key && { filter, key }) };
  return queryOf(getAccessHeatMap, { query: asked }, { quiet: true });
}

const termsQuery = ({ period }: AccessQuery, all: boolean) =>
  queryOf(getSearchTerms, { query: { ...(period && { period }), withoutResult: all ? 'no' : 'yes' } }, { quiet: true });

/** Whether all search terms are shown, or only those without results. */
const showsAllTerms = (params: URLSearchParams): boolean => params.get('terms') === 'all';
