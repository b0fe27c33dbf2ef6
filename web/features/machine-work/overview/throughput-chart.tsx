import type { WorkOverview } from '@lectern/contract/features/machine-work.ts';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import '../../../components/table.css';
import { labelled } from '../../../lib/i18n/punctuation.ts';

type Hour = WorkOverview['throughput'][number];
const step = 10;
const bar = 8;
const height = 44;

/** What ended in each hour of the last day, as bars, or as the table behind them. */
export function ThroughputChart({ hours }: { hours: readonly Hour[] }) {
  const { overview } = useTexts().work;
  const format = useFormat();
  const [asTable, setAsTable] = useState(false);
  const sum = (name: 'done' | 'failed') => format.number(hours.reduce((total, hour) => total + hour[name], 0));
  const most = Math.max(1, ...hours.map(({ done, failed }) => done + failed));
  /** A single one is seen beside thousands. */
  const tall = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * height));
  const words = (hour: Hour) =>
    fillText(overview.bar, {
      time: format.time(hour.hour),
      done: format.number(hour.done),
      failed: format.number(hour.failed),
    });
  const counts = fillText(overview.dayCounts, { done: sum('done'), failed: sum('failed') });
  return (
    <>
      <header>
        <h2>{overview.day}</h2>
        <button type="button" className="work-day-switch" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? overview.chart : overview.table}
        </button>
      </header>
      {asTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: one scrolls it with the keyboard
        <div className="work-day-table" tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{overview.time}</th>
                <th scope="col">{overview.done}</th>
                <th scope="col">{overview.failed}</th>
              </tr>
            </thead>
            <tbody>
              {hours.map((hour) => (
                <tr key={hour.hour}>
                  <td>{format.time(hour.hour)}</td>
                  <td>{format.number(hour.done)}</td>
                  <td>{format.number(hour.failed)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <svg
          className="work-day-chart"
          viewBox={`0 0 ${Math.max(1, hours.length) * step} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={labelled(overview.day, counts)}
        >
          {hours.map((hour, at) => {
            const done = tall(hour.done);
            const failed = tall(hour.failed);
            return (
              <g key={hour.hour}>
                <title>{words(hour)}</title>
                <rect className="work-day-hour" x={at * step} width={step} height={height} />
                <rect className="work-day-done" x={at * step + 1} y={height - done} width={bar} height={done} />
                <rect
                  className="work-day-failed"
                  x={at * step + 1}
                  y={Math.max(0, height - done - failed)}
                  width={bar}
                  height={failed}
                />
              </g>
            );
          })}
        </svg>
      )}
      <small>{counts}</small>
    </>
  );
}
