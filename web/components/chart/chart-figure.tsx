import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Card } from '../card.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { IconButton } from '../icon-button.tsx';
import { Skeleton, SkeletonRegion } from '../skeleton.tsx';
import { usePrinting } from '../use-printing.ts';
import type { ChartDrawing } from './chart-canvas.tsx';
import { type ChartData, hasValues } from './chart-data.ts';
import { ChartLegend } from './chart-legend.tsx';
import { ChartPlot } from './chart-plot.tsx';
import { ChartTable } from './chart-table.tsx';
import { useChartCanvas } from './use-chart-canvas.ts';
import './chart.css';
import './chart-print.css';

export type ChartFigureProps = {
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
