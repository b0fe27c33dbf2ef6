import type { ObjectStat } from '@lectern/contract/features/object-stat.ts';
import { resourceKinds } from '@lectern/contract/features/resource-state.ts';
import type { AccessMeasure } from '@lectern/contract/statistics/access-dimension.ts';
import { begunValues, usualDayGrain } from '@lectern/contract/statistics/buckets.ts';
import type { AccessFigure } from '@lectern/contract/statistics/figure.ts';
import type { Comparison } from '@lectern/contract/statistics/period.ts';
import { accessStatAddress } from '@lectern/contract/statistics-page-data.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { AppLink } from '../app-link.tsx';
import { Card } from '../card.tsx';
import type { ChartData } from '../chart/chart-data.ts';
import { ChartFigure } from '../chart/chart-figure.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { resourceHref } from '../resource/resource-href.ts';
import { SmallTable } from '../small-table.tsx';
import { bucketPoints, measureAxis } from './bucket-points.ts';
import { ChoiceLine, CountedLine } from './counted-line.tsx';
import { KpiSkeleton, KpiStrip } from './kpi-strip.tsx';
import { PeriodPicker } from './period-picker.tsx';
import { type StatWords, useStatWords } from './stat-words.ts';
import { recordsHref, useStatAddress } from './use-stat-address.ts';

type Of = NonNullable<AccessFigure['of']>;

type Props = {
  stat: UseQueryResult<ObjectStat, ApiError>;
  /** The object the figures are filtered to. */
  of: Of;
  /** Shown between the chart and the tables of parts, such as a video's retention curve. */
  children?: ReactNode;
  /** Also runs when the user retries, to reload other content that failed with the figures. */
  onRetry?: () => void;
};

const shown = ['views', 'viewers', 'playSeconds', 'completion', 'downloads'] as const;
const curves = ['views', 'plays', 'playSeconds', 'completion', 'downloads'] as const;
type Curve = (typeof curves)[number];

/** Statistics tab of one object: figures with their change, a chart, and usage by part. */
export function ObjectStatTab({ stat, of, children, onRetry }: Props) {
  const { statistics: texts } = useTexts();
  const words = useStatWords();
  const address = useStatAddress();
  const [chosen, setChosen] = useState<Curve | null>(null);
  const { data } = stat;
  // Starts with the first curve that has data, for objects that are only played or downloaded.
  const curve = chosen ?? curves.find((one) => data?.series.some((each) => (each[one] ?? 0) > 0)) ?? 'views';
  // Without plays in either period there is no completion rate to show.
  const plays = data !== undefined && (data.completion.value !== null || data.completion.before !== null);
  const fits = (measure: AccessMeasure) => measure !== 'completion' || plays;
  const name = (measure: AccessMeasure) => texts.measures[measure];
  return (
    <div className="stat-tab">
      <div className="stat-tab-head">
        <CountedLine counted={data?.counted} />
        <PeriodPicker address={address} shown={data?.period} />
      </div>
      {stat.error && (
        <ErrorPanel
          error={stat.error}
          keepsOld={data !== undefined}
          retrying={stat.isFetching}
          onRetry={() => {
            void stat.refetch();
            onRetry?.();
          }}
        />
      )}
      {!data && !stat.error && <KpiSkeleton count={4} />}
      {data && (
        <KpiStrip
          label={texts.figures}
          kpis={shown.filter(fits).map((id) => ({
            id,
            label: name(id),
            ...data[id],
            words: (value) => words.measure(value, id),
            missing: words.measure(null, id),
            href: data.opens ? recordsHref({ ...data.period, measure: id, of }) : null,
            ...(id === 'completion' && { share: true, hint: texts.completionHint }),
          }))}
        />
      )}
      {(data || !stat.error) && (
        <ChartFigure
          title={name(curve)}
          fileName="statistics"
          height={220}
          data={data && curveData(data, curve, of, words, texts)}
          outdated={stat.isPlaceholderData}
          emptyHint={texts.emptyHint}
          aside={
            <ChoiceLine
              label={texts.measure}
              value={curve}
              options={curves.filter(fits).map((value) => ({ value, label: name(value) }))}
              onChange={setChosen}
            />
          }
        />
      )}
      {/* Where the figures did not come, one sentence says so for all. */}
      {(data || !stat.error) && children}
      {data && data.parts.length > 0 && <PartsTable stat={data} of={of} />}
    </div>
  );
}

type CurveTexts = Pick<Texts['statistics'], 'measures' | 'piece' | 'soFar' | 'counting'>;

function curveData(stat: ObjectStat, measure: Curve, of: Of, words: StatWords, texts: CurveTexts): ChartData {
  const grain = usualDayGrain(stat.period);
  const buckets = stat.series.map(({ from, to }) => ({ from, to, hour: null }));
  return {
    shape: 'area',
    pointsName: texts.piece,
    valuesName: texts.measures[measure],
    points: bucketPoints(buckets, { grain, now: stat.counted.now, words, texts }),
    series: [
      {
        id: measure,
        label: texts.measures[measure],
        values: begunValues(
          buckets,
          stat.series.map((each) => each[measure]),
          stat.counted.now,
        ),
        ...(stat.opens && { hrefs: stat.series.map(({ from, to }) => recordsHref({ from, to, measure, of })) }),
      },
    ],
    ...measureAxis(
      measure,
      words,
      stat.series.map((each) => each[measure]),
    ),
  };
}

type Part = ObjectStat['parts'][number];
type PartsTableProps = { stat: ObjectStat; of: NonNullable<AccessFigure['of']> };

const columns = ['views', 'plays', 'playSeconds', 'completion', 'downloads'] as const;
type Column = (typeof columns)[number];
const kinds = ['chapter', 'resource', 'course'] as const;

/** One table per kind of part: what the object contains, or where it is used. */
function PartsTable({ stat, of }: PartsTableProps) {
  const { statistics: texts } = useTexts();
  return kinds
    .map((kind) => ({ kind, parts: stat.parts.filter((part) => part.of === kind) }))
    .filter(({ parts }) => parts.length > 0)
    .map(({ kind, parts }) => ({ kind, parts, shown: columns.filter((name) => hasCounts(name, parts)) }))
    .map(({ kind, parts, shown }) => (
      <Card key={kind} title={texts.parts[kind]} className="stat-table">
        <SmallTable
          label={texts.parts[kind]}
          columns={[texts.partNames[kind], ...shown.map((measure) => ({ number: texts.measures[measure] }))]}
        >
          {parts.map((part) => (
            <PartRow key={part.id} part={part} shown={shown} stat={stat} of={of} />
          ))}
        </SmallTable>
      </Card>
    ));
}

/** The completion column is shown only if some part can be played. */
function hasCounts(column: Column, parts: readonly Part[]): boolean {
  return column !== 'completion' || parts.some(({ completion }) => completion !== null);
}

function PartRow({ part, shown, stat, of }: { part: Part; shown: readonly Column[] } & PartsTableProps) {
  const { statistics: texts } = useTexts();
  const words = useStatWords();
  const href = (measure: AccessMeasure) => recordsHref({ ...stat.period, measure, of: { ...of, [part.of]: part.id } });
  const name = part.name ?? texts.gone;
  const page = part.gone ? null : pageOf(part);
  return (
    <tr>
      <td title={name}>
        {page ? <AppLink to={page}>{name}</AppLink> : name}
        {part.gone && part.name !== null && <small> {texts.gone}</small>}
      </td>
      {shown.map((measure) => {
        const value = part[measure];
        const told = value ? words.measure(value, measure) : <span className="table-quiet">–</span>;
        return (
          <td key={measure} className="table-end">
            {stat.opens && value ? <AppLink to={href(measure)}>{told}</AppLink> : told}
          </td>
        );
      })}
    </tr>
  );
}

function pageOf(part: Part): string | null {
  if (part.of === 'course') return `/app/course/list/detail/${part.id}`;
  if (part.of === 'chapter') return `/app/course/list/catalog/detail/${part.id}`;
  const kind = resourceKinds.find((one) => one === part.kind);
  return kind ? resourceHref({ id: part.id, kind }) : null;
}

/** Period and comparison of a Statistics tab, from the query string. */
export function useObjectStatQuery(): { period?: string; compare?: Comparison } {
  const { period, compare } = accessStatAddress(useStatAddress().params);
  return { ...(period && { period }), ...(compare && { compare: compare as Comparison }) };
}
