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

/** What draws charts, fetched when the first one is shown. Where it does not arrive, the tables say the same. */
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
  /** What the picture is called when it is saved, without its ending. */
  fileName: string;
  /** Undefined while it is on its way. */
  data: ChartData | undefined;
  error?: unknown;
  retrying?: boolean;
  onRetry?: () => void;
  /** Newer numbers are on their way. */
  outdated?: boolean;
  height?: number;
  /** Choices of this chart, at the right end of its title. */
  aside?: ReactNode;
  /** Said where there is nothing to draw, and what to do about it. */
  empty?: string;
  emptyHint?: string;
  emptyAction?: ReactNode;
  /** Below the drawing. */
  footer?: ReactNode;
  className?: string;
  /** Given the way to save the picture, for menus of the page. */
  picture?: RefObject<(() => Promise<void>) | null>;
};

/** A large hole says no more than a small one. */
const emptyHeight = 200;
const nothingHidden: ReadonlySet<string> = new Set();

/** A chart with all that belongs to it: title, legend, keys, its table, its picture, and what is said when it has none. */
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
          // Shown as a table, the drawing stays for the paper, which has both.
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

/** Which colour is which; a click takes a series out of the drawing and brings it back. */
function ChartLegend({ data, hidden, onHide }: Props) {
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

type ChartTableProps = { data: ChartData; caption: string };

/** The chart's numbers as a table: for those who do not see the drawing, for paper, and where nothing can be drawn. */
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
