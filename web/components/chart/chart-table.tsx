import { useTexts } from '../../lib/i18n/use-texts.ts';
import { AppLink } from '../app-link.tsx';
import { type ChartData, type ChartSeries, titleOf } from './chart-data.ts';
import '../table.css';

type Props = { data: ChartData; caption: string };

/** The chart's numbers as a table: for those who do not see the drawing, for paper, and where nothing can be drawn. */
export function ChartTable({ data, caption }: Props) {
  const { chart: texts } = useTexts();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll, and keys must be able to do that
    <section className="chart-table table-scroll" tabIndex={0} aria-label={caption}>
      <table className="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{data.pointsName}</th>
            {data.series.map(({ id, label }) => (
              <th key={id} scope="col" className="table-end">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.points.map((point, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: points have no other name than their place
            <tr key={index}>
              <th scope="row">{titleOf(point)}</th>
              {data.series.map((series) => (
                <td key={series.id} className="table-end">
                  <Value data={data} series={series} point={index} unknown={texts.unknownShort} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type ValueProps = { data: ChartData; series: ChartSeries; point: number; unknown: string };

function Value({ data, series, point, unknown }: ValueProps) {
  const value = series.values[point] ?? null;
  const href = series.hrefs?.[point];
  const note = series.notes?.[point];
  const words = value === null ? unknown : data.words(value);
  return (
    <>
      {href && value !== null ? <AppLink to={href}>{words}</AppLink> : words}
      {note && <small> {note}</small>}
    </>
  );
}
