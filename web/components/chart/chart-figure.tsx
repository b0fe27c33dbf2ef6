import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { inChunkTime } from '../../lib/chunk-time.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { AppLink } from '../app-link.tsx';
import { IconButton } from '../button.tsx';
import { Card } from '../card.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../skeleton.tsx';
import { SmallTable } from '../small-table.tsx';
import { usePrinting } from '../use-media.ts';
import type { ChartCanvasProps, ChartDrawing } from './chart-canvas.tsx';
import { type ChartData, type ChartSeries, hasValues, isDrawn, titleOf } from './chart-data.ts';
import { tokenOf } from './chart-look.ts';
import { ChartPlot } from './chart-plot.tsx';
import './chart.css';
import './chart-print.css';
import '../table.css';

type Loaded = { state: 'idle' | 'loading' | 'failed' } | { state: 'ready'; Canvas: ComponentType<ChartCanvasProps> };

const loaded = createStore<Loaded>({ state: 'idle' });

async function fetchCanvas(): Promise<void> {
  const { state } = loaded.get();
  if (state === 'loading' || state === 'ready') return;
  loaded.set({ state: 'loading' });
  try {
    const { ChartCanvas } = await inChunkTime(() => import('./chart-canvas.tsx'));
    loaded.set({ state: 'ready', Canvas: ChartCanvas });
  } catch {
    loaded.set({ state: 'failed' });
  }
}

/** Loads the chart library when the first chart is shown. If that fails, tables show the same data. */
function useChartCanvas(): Loaded & { retry: () => void } {
  const now = useStore(loaded);
  useEffect(() => {
    if (loaded.get().state === 'idle') void fetchCanvas();
  }, []);
  return { ...now, retry: () => void fetchCanvas() };
}

type ChartFigureProps = {
  title: string;
  text?: ReactNode;
  /** Name of the saved image, without extension. */
  fileName: string;
  /** undefined while loading. */
  data: ChartData | undefined;
  error?: unknown;
  retrying?: boolean;
  onRetry?: () => void;
  /** Newer data is loading. */
  outdated?: boolean;
  height?: number;
  /** Controls at the right end of the title row. */
  aside?: ReactNode;
  /** Title of the empty state. */
  empty?: string;
  emptyHint?: string;
  emptyAction?: ReactNode;
  footer?: ReactNode;
  className?: string;
  /** Receives the function that saves the image, for use in page menus. */
  picture?: RefObject<(() => Promise<void>) | null>;
};

/** Shorter than a chart: an empty state needs no more room. */
const emptyHeight = 200;
const nothingHidden: ReadonlySet<string> = new Set();

/** A complete chart: title, legend, keyboard navigation, table, image export and empty state. */
export function ChartFigure(props: ChartFigureProps) {
  const { title, text, fileName, data, error, height = 260, aside, footer, className } = props;
  const { chart: texts } = useTexts();
  const [asTable, setAsTable] = useState(false);
  const [hidden, setHidden] = useState(nothingHidden);
  const printing = usePrinting();
  const canvas = useChartCanvas();
  const drawing = useRef<ChartDrawing | null>(null);
  const figure = useRef<HTMLDivElement>(null);
  const full = data !== undefined && hasValues(data);

  const savePicture = async () => {
    if (!drawing.current || !figure.current || !data) return;
    const { composePicture, downloadPicture } = await import('./chart-png.ts');
    const picture = composePicture(drawing.current.picture(), figure.current, data, title, hidden);
    await downloadPicture(picture, `${fileName}.png`);
  };

  const latest = useRef(savePicture);
  useEffect(() => {
    latest.current = savePicture;
  });
  const { picture: handle } = props;
  useEffect(() => {
    if (!handle) return;
    handle.current = () => latest.current();
    return () => {
      handle.current = null;
    };
  }, [handle]);

  const buttons = full && (
    <span className="chart-buttons">
      <IconButton
        icon="rows"
        label={asTable ? texts.asChart : texts.asTable}
        aria-pressed={asTable}
        onClick={() => setAsTable(!asTable)}
      />
      {canvas.state === 'ready' && !asTable && (
        <IconButton icon="download" label={texts.savePicture} onClick={() => void savePicture()} />
      )}
    </span>
  );
  const tableShown = asTable || printing || canvas.state === 'failed';
  return (
    <Card
      title={title}
      text={text}
      className={`chart ${className ?? ''}`}
      aside={
        <>
          {aside}
          {buttons}
        </>
      }
    >
      <div className="chart-body" ref={figure} data-outdated={props.outdated || undefined}>
        {error != null && (
          <ErrorPanel
            error={error}
            keepsOld={full}
            {...(props.retrying !== undefined && { retrying: props.retrying })}
            {...(props.onRetry && { onRetry: props.onRetry })}
          />
        )}
        {data === undefined && error == null && (
          <SkeletonRegion className="chart-skeleton">
            <Skeleton height={height} />
          </SkeletonRegion>
        )}
        {data !== undefined && !full && (
          <div className="chart-empty" style={{ minHeight: Math.min(height, emptyHeight) }}>
            <EmptyState icon="chart" title={props.empty ?? texts.nothing} action={props.emptyAction}>
              {props.emptyHint}
            </EmptyState>
          </div>
        )}
        {full && canvas.state !== 'failed' && (
          // In table view the drawing is still printed, because paper shows both.
          <div className="chart-drawing" hidden={asTable && !printing}>
            <ChartLegend data={data} hidden={hidden} onHide={setHidden} />
            <ChartPlot
              data={data}
              hidden={hidden}
              title={title}
              height={height}
              Canvas={canvas.state === 'ready' ? canvas.Canvas : null}
              drawing={drawing}
            />
          </div>
        )}
        {full && canvas.state === 'failed' && (
          <p className="chart-note" role="status">
            {texts.notDrawn}{' '}
            <button type="button" className="chart-retry" onClick={canvas.retry}>
              {texts.drawAgain}
            </button>
          </p>
        )}
        {full && tableShown && <ChartTable data={data} caption={fillText(texts.tableOf, { title })} />}
        {footer}
      </div>
    </Card>
  );
}

type Props = { data: ChartData; hidden: ReadonlySet<string>; onHide: (hidden: ReadonlySet<string>) => void };

/** Colour key; clicking a series hides or shows it. */
function ChartLegend({ data, hidden, onHide }: Props) {
  const { chart: texts } = useTexts();
  const drawn = data.shape === 'heat' ? [] : data.series.filter(isDrawn);
  // A single series needs no legend unless its name differs from the values' name.
  if (drawn.length < 2 && (drawn[0]?.label ?? data.valuesName) === data.valuesName) return null;
  const toggle = (id: string) => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    // An empty chart would be confusing, so hiding the last series shows all again.
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

type ChartTableProps = { data: ChartData; caption: string };

/** The chart's numbers as a table: for people who can't see the drawing, for print, and when drawing fails. */
function ChartTable({ data, caption }: ChartTableProps) {
  const { chart: texts } = useTexts();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll, and keys must be able to do that
    <section className="chart-table table-scroll" tabIndex={0} aria-label={caption}>
      <SmallTable
        parentScrolls
        caption={<caption className="visually-hidden">{caption}</caption>}
        columns={[data.pointsName, ...data.series.map((series) => ({ number: series.label }))]}
      >
        {data.points.map((point, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: points are identified by position
          <tr key={index}>
            <th scope="row">{titleOf(point)}</th>
            {data.series.map((series) => (
              <td key={series.id} className="table-end">
                <Value data={data} series={series} point={index} unknown={texts.unknownShort} />
              </td>
            ))}
          </tr>
        ))}
      </SmallTable>
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
