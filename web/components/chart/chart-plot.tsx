import type { ChartTexts } from '@lectern/contract/messages/en/chart.ts';
import { type ComponentType, type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { joinClauses, joinFullSentences, withNote } from '../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import type { ChartCanvasProps, ChartDrawing, ChartSpot } from './chart-canvas.tsx';
import { type ChartData, type ChartPlace, type ChartSeries, isDrawn, titleOf } from './chart-data.ts';
import { tokenOf } from './chart-look.ts';
import '../visually-hidden.css';

type Props = {
  data: ChartData;
  hidden: ReadonlySet<string>;
  title: string;
  height: number;
  /** null while loading. */
  Canvas: ComponentType<ChartCanvasProps> | null;
  drawing: RefObject<ChartDrawing | null>;
};

/** The drawing with keyboard navigation: arrow keys move between values, Enter opens a value's link. */
export function ChartPlot({ data, hidden, title, height, Canvas, drawing }: Props) {
  const { chart: texts } = useTexts();
  const id = useId();
  const [place, setPlace] = useState<ChartPlace | null>(null);
  const [spot, setSpot] = useState<ChartSpot | null>(null);
  const [walked, setWalked] = useState(false);
  // New data may have fewer points or series.
  const at = place && data.points[place.point] && data.series[place.series] ? place : null;

  const open = ({ point, series }: ChartPlace) => {
    const href = data.series[series]?.hrefs?.[point];
    if (href) navigate(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && at) return open(at);
    if (event.key === 'Escape' && at) {
      event.stopPropagation();
      return setPlace(null);
    }
    const next = placeAfter(event.key, data, at);
    if (!next) return;
    event.preventDefault();
    setWalked(true);
    setPlace(next);
  };
  const point = (next: ChartPlace | null) => {
    setWalked(false);
    setPlace((was) => (was?.point === next?.point && was?.series === next?.series ? was : next));
  };

  return (
    <div
      className="chart-plot"
      style={{ height }}
      role="application"
      aria-roledescription={texts.role}
      aria-label={fillText(texts.labelOf, { title })}
      aria-describedby={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys walk the values of the drawing
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => setPlace(null)}
    >
      <p id={id} className="visually-hidden">
        {joinFullSentences(summaryWords(data, texts, fillText), texts.keys)}
      </p>
      <div className="visually-hidden" aria-live="polite">
        {walked && at ? placeWords(data, at, texts, fillText) : ''}
      </div>
      {Canvas && (
        <Canvas
          data={data}
          hidden={hidden}
          place={at}
          onPoint={point}
          onOpen={open}
          onSpot={setSpot}
          drawing={drawing}
        />
      )}
      {at && spot && <ChartTip data={data} place={at} spot={spot} hidden={hidden} />}
    </div>
  );
}

type Axis = 'point' | 'series';

const steps: Record<string, { along: 'across' | 'down'; by: number }> = {
  ArrowRight: { along: 'across', by: 1 },
  ArrowLeft: { along: 'across', by: -1 },
  ArrowDown: { along: 'down', by: 1 },
  ArrowUp: { along: 'down', by: -1 },
  PageDown: { along: 'across', by: 7 },
  PageUp: { along: 'across', by: -7 },
};

/** The place a key moves to; null for keys without a meaning. Stays at the edge. */
export function placeAfter(key: string, data: ChartData, from: ChartPlace | null): ChartPlace | null {
  const last = { point: data.points.length - 1, series: data.series.length - 1 };
  if (last.point < 0 || last.series < 0) return null;
  // In a heat map the columns are series; elsewhere they are points.
  const axes: Record<'across' | 'down', Axis> =
    data.shape === 'heat' ? { across: 'series', down: 'point' } : { across: 'point', down: 'series' };
  if (key === 'Home') return from ? { ...from, [axes.across]: 0 } : firstPlace(data);
  if (key === 'End') return { ...(from ?? firstPlace(data)), [axes.across]: last[axes.across] };
  const step = steps[key];
  if (!step) return null;
  if (!from) return firstPlace(data);
  const axis = axes[step.along];
  const next = { ...from };
  for (let at = from[axis] + step.by; at >= 0 && at <= last[axis]; at += Math.sign(step.by)) {
    next[axis] = at;
    if (axis === 'point' || data.shape === 'heat' || isShown(data, next)) return next;
  }
  if (Math.abs(step.by) > 1) return { ...from, [axis]: step.by > 0 ? last[axis] : 0 };
  return from;
}

function firstPlace(data: ChartData): ChartPlace {
  return { point: 0, series: Math.max(0, data.series.findIndex(isDrawn)) };
}

function isShown({ series }: ChartData, place: ChartPlace): boolean {
  const at = series[place.series];
  return at !== undefined && isDrawn(at);
}

type Fill = (text: string, values: Record<string, string | number>) => string;

/** Text for a value, for tooltips and for screen readers during keyboard navigation. */
export function placeWords(data: ChartData, { point, series }: ChartPlace, texts: ChartTexts, fill: Fill): string {
  const at = data.series[series];
  const value = at?.values[point] ?? null;
  const said = value === null ? texts.unknown : data.words(value);
  const note = at?.notes?.[point];
  const words = fill(texts.place, {
    point: titleOf(data.points[point] ?? { label: '' }),
    series: at?.label ?? '',
    value: note ? withNote(said, note) : said,
  });
  return at?.hrefs?.[point] ? `${words} ${texts.enterOpens}` : words;
}

/** A summary in two sentences for people who can't see the chart: its range and its highest value. */
export function summaryWords(data: ChartData, texts: ChartTexts, fill: Fill): string {
  const { points, series } = data;
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return texts.nothing;
  const span = fill(texts.spans, {
    values: data.valuesName,
    points: data.pointsName,
    first: titleOf(first),
    last: titleOf(last),
    count: series.filter(isDrawn).length,
  });
  let greatest: { value: number; point: number; series: number } | undefined;
  series.forEach((each, index) => {
    if (!isDrawn(each) || each.role === 'before') return;
    each.values.forEach((value, point) => {
      if (value !== null && (!greatest || value > greatest.value)) greatest = { value, point, series: index };
    });
  });
  if (!greatest) return span;
  const peak = fill(texts.peak, {
    value: data.words(greatest.value),
    point: titleOf(points[greatest.point] ?? { label: '' }),
    series: series[greatest.series]?.label ?? '',
  });
  return joinFullSentences(span, peak);
}

type ChartTipProps = { data: ChartData; place: ChartPlace; spot: ChartSpot; hidden: ReadonlySet<string> };

const most = 10;

/** Tooltip at the current place; the same for mouse and keyboard. */
function ChartTip({ data, place, spot, hidden }: ChartTipProps) {
  const { chart: texts } = useTexts();
  const point = data.points[place.point];
  if (!point) return null;
  const pointed = data.series[place.series];
  const series = data.shape === 'heat' ? (pointed ? [pointed] : []) : atPoint(data, place, hidden);
  const left = spot.x > spot.width / 2;
  const title = data.shape === 'heat' ? joinClauses(titleOf(point), pointed?.label ?? '') : titleOf(point);
  return (
    <>
      {data.shape !== 'heat' && <div className="chart-guide" style={{ left: spot.x }} aria-hidden="true" />}
      <div className="chart-spot" style={{ left: spot.x, top: spot.y }} aria-hidden="true" />
      <div className="chart-tip" data-left={left || undefined} style={{ left: spot.x, top: spot.y }} aria-hidden="true">
        <strong>{title}</strong>
        {series.map((each) => (
          <TipRow key={each.id} data={data} series={each} point={place.point} pointed={each === pointed} />
        ))}
        {pointed?.hrefs?.[place.point] && (
          <small>{fillText(texts.opens, { series: data.shape === 'heat' ? data.valuesName : pointed.label })}</small>
        )}
      </div>
    </>
  );
}

function TipRow(props: { data: ChartData; series: ChartSeries; point: number; pointed: boolean }) {
  const { data, series, point, pointed } = props;
  const { chart: texts } = useTexts();
  const value = series.values[point] ?? null;
  const note = series.notes?.[point];
  return (
    <div className="chart-tip-row" data-pointed={pointed || undefined}>
      {data.shape !== 'heat' && <i style={{ background: `var(--${tokenOf(data, series)})` }} />}
      <span>{data.shape === 'heat' ? data.valuesName : series.label}</span>
      <b>{value === null ? texts.unknown : data.words(value)}</b>
      {note && <em>{note}</em>}
    </div>
  );
}

/** Series with a value at this point; when there are many, the largest plus the pointed one. */
function atPoint(data: ChartData, place: ChartPlace, hidden: ReadonlySet<string>): ChartSeries[] {
  const known = data.series.filter(({ id, values }) => !hidden.has(id) && (values[place.point] ?? null) !== null);
  if (known.length <= most) return known;
  const pointed = data.series[place.series];
  const largest = [...known].sort((a, b) => (b.values[place.point] ?? 0) - (a.values[place.point] ?? 0));
  const kept = new Set([...largest.slice(0, most - 1), ...(pointed ? [pointed] : [])]);
  return known.filter((series) => kept.has(series));
}
