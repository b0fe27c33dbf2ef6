import { type ComponentType, type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import type { ChartCanvasProps, ChartDrawing, ChartSpot } from './chart-canvas.tsx';
import type { ChartData, ChartPlace } from './chart-data.ts';
import { placeAfter } from './chart-keys.ts';
import { ChartTip } from './chart-tip.tsx';
import { placeWords, summaryWords } from './chart-words.ts';
import '../visually-hidden.css';

type Props = {
  data: ChartData;
  hidden: ReadonlySet<string>;
  title: string;
  height: number;
  /** Null while it is on its way. */
  Canvas: ComponentType<ChartCanvasProps> | null;
  drawing: RefObject<ChartDrawing | null>;
};

/** The drawing and the ways to walk it: arrow keys go from value to value, Enter opens what is behind one. */
export function ChartPlot({ data, hidden, title, height, Canvas, drawing }: Props) {
  const { chart: texts } = useTexts();
  const id = useId();
  const [place, setPlace] = useState<ChartPlace | null>(null);
  const [spot, setSpot] = useState<ChartSpot | null>(null);
  const [walked, setWalked] = useState(false);
  // Other numbers may have fewer places.
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
        {summaryWords(data, texts, fillText)} {texts.keys}
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
