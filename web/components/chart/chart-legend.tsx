import { useTexts } from '../../lib/i18n/use-texts.ts';
import { type ChartData, isDrawn } from './chart-data.ts';
import { tokenOf } from './chart-look.ts';

type Props = { data: ChartData; hidden: ReadonlySet<string>; onHide: (hidden: ReadonlySet<string>) => void };

/** Which colour is which; a click takes a series out of the drawing and brings it back. */
export function ChartLegend({ data, hidden, onHide }: Props) {
  const { chart: texts } = useTexts();
  const drawn = data.shape === 'heat' ? [] : data.series.filter(isDrawn);
  // One alone needs no colour to be told apart, but a name where the values do not say it.
  if (drawn.length < 2 && (drawn[0]?.label ?? data.valuesName) === data.valuesName) return null;
  const toggle = (id: string) => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    // Nothing at all would be a riddle: the last one to go brings all others back.
    onHide(drawn.every((series) => next.has(series.id)) ? new Set() : next);
  };
  return (
    <ul className="chart-legend" aria-label={texts.legend}>
      {drawn.map((series) => (
        <li key={series.id}>
          <button
            type="button"
            aria-pressed={!hidden.has(series.id)}
            title={hidden.has(series.id) ? texts.show : texts.hide}
            onClick={() => toggle(series.id)}
          >
            <i data-role={series.role} style={{ background: `var(--${tokenOf(data, series)})` }} />
            <span className="chart-legend-name">{series.label}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
