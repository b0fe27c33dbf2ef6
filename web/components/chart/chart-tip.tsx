import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import type { ChartSpot } from './chart-canvas.tsx';
import { type ChartData, type ChartPlace, type ChartSeries, titleOf } from './chart-data.ts';
import { tokenOf } from './chart-look.ts';

type Props = { data: ChartData; place: ChartPlace; spot: ChartSpot; hidden: ReadonlySet<string> };

const most = 10;

/** What stands at the pointed place: the same for the mouse and for keys. */
export function ChartTip({ data, place, spot, hidden }: Props) {
  const { chart: texts } = useTexts();
  const point = data.points[place.point];
  if (!point) return null;
  const pointed = data.series[place.series];
  const series = data.shape === 'heat' ? (pointed ? [pointed] : []) : atPoint(data, place, hidden);
  const left = spot.x > spot.width / 2;
  const title = data.shape === 'heat' ? `${titleOf(point)}, ${pointed?.label ?? ''}` : titleOf(point);
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

/** All that is known there; of many the largest, and always the pointed one. */
function atPoint(data: ChartData, place: ChartPlace, hidden: ReadonlySet<string>): ChartSeries[] {
  const known = data.series.filter(({ id, values }) => !hidden.has(id) && (values[place.point] ?? null) !== null);
  if (known.length <= most) return known;
  const pointed = data.series[place.series];
  const largest = [...known].sort((a, b) => (b.values[place.point] ?? 0) - (a.values[place.point] ?? 0));
  const kept = new Set([...largest.slice(0, most - 1), ...(pointed ? [pointed] : [])]);
  return known.filter((series) => kept.has(series));
}
