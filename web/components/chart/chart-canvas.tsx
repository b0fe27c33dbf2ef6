import { BarChart, HeatmapChart, LineChart } from 'echarts/charts';
import { GridComponent, VisualMapContinuousComponent } from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { alongOf, type ChartData, type ChartPlace, isDrawn, pointNear } from './chart-data.ts';
import { readLook } from './chart-look.ts';
import { optionOf } from './chart-option.ts';

// Tooltip, legend and table are our own, so their ECharts components stay out of the bundle.
use([BarChart, HeatmapChart, LineChart, GridComponent, VisualMapContinuousComponent, CanvasRenderer]);

/** Where the pointed value stands, in pixels of the drawing. */
export type ChartSpot = { x: number; y: number; width: number };

export type ChartDrawing = {
  /** The drawing as it is, twice as fine as the screen, on its own ground. */
  picture(): HTMLCanvasElement;
};

export type ChartCanvasProps = {
  data: ChartData;
  hidden: ReadonlySet<string>;
  place: ChartPlace | null;
  onPoint: (place: ChartPlace | null) => void;
  onOpen: (place: ChartPlace) => void;
  onSpot: (spot: ChartSpot | null) => void;
  drawing: RefObject<ChartDrawing | null>;
};

/** What a sheet of A4 leaves between its margins. */
const paperWidth = 700;

const axes = { xAxisIndex: 0, yAxisIndex: 0 };

/** The drawing. Whatever it shows is also in the table beside it, so that it is nothing to screen readers. */
export function ChartCanvas(props: ChartCanvasProps) {
  const { data, hidden, place, drawing } = props;
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const sheet = useRef<HTMLCanvasElement | null>(null);
  const look = useLookVersion();
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const own = init(element, undefined, {
      renderer: 'canvas',
      devicePixelRatio: Math.max(2, window.devicePixelRatio),
    });
    chart.current = own;
    drawing.current = {
      picture: () => own.renderToCanvas({ pixelRatio: 2, backgroundColor: readLook(element).token('surface') }),
    };
    const zr = own.getZr();
    zr.on('mousemove', ({ offsetX, offsetY }) => {
      const at = placeAt(own, latest.current, offsetX, offsetY);
      zr.setCursorStyle(at && latest.current.data.series[at.series]?.hrefs?.[at.point] ? 'pointer' : 'default');
      latest.current.onPoint(at);
    });
    zr.on('globalout', () => latest.current.onPoint(null));
    zr.on('click', ({ offsetX, offsetY }) => {
      const at = placeAt(own, latest.current, offsetX, offsetY);
      if (at) latest.current.onOpen(at);
    });
    const observer = new ResizeObserver(() => {
      own.resize({ animation: { duration: 0 } });
      tellSpot(own, latest.current);
    });
    observer.observe(element);
    // What was drawn for a wide window would be cut, or have small letters.
    const onPrint = () => {
      const height = element.parentElement?.style.height;
      own.resize({
        width: paperWidth,
        ...(height && { height: Number.parseInt(height, 10) }),
        animation: { duration: 0 },
      });
      sheet.current = putOnPaper(own, element, sheet.current);
    };
    const onPrinted = () => {
      sheet.current?.remove();
      sheet.current = null;
      own.resize({ width: 'auto', height: 'auto', animation: { duration: 0 } });
    };
    window.addEventListener('beforeprint', onPrint);
    window.addEventListener('afterprint', onPrinted);
    return () => {
      window.removeEventListener('beforeprint', onPrint);
      window.removeEventListener('afterprint', onPrinted);
      observer.disconnect();
      drawing.current = null;
      chart.current = null;
      // A picture that takes several frames goes on being drawn after its canvas is gone; an empty one takes its place first.
      own.clear();
      own.dispose();
    };
  }, [drawing]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the look is read from the page, its version says when
  useEffect(() => {
    if (!chart.current || !host.current) return;
    chart.current.setOption(optionOf(data, readLook(host.current), hidden), { notMerge: true });
    // Colours of paper may come after it was asked for.
    if (sheet.current) sheet.current = putOnPaper(chart.current, host.current, sheet.current);
    tellSpot(chart.current, latest.current);
  }, [data, hidden, look]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place is what makes a new spot
  useEffect(() => {
    if (chart.current) tellSpot(chart.current, latest.current);
  }, [place]);

  return <div ref={host} className="chart-canvas" aria-hidden="true" />;
}

/** The whole drawing as one picture: its own layers are not all painted by the time that paper is. */
function putOnPaper(chart: EChartsType, host: HTMLElement, before: HTMLCanvasElement | null): HTMLCanvasElement {
  const picture = chart.renderToCanvas({ pixelRatio: 2, backgroundColor: readLook(host).token('surface') });
  picture.className = 'chart-sheet';
  before?.remove();
  host.append(picture);
  return picture;
}

function placeAt(chart: EChartsType, { data, hidden }: ChartCanvasProps, x: number, y: number): ChartPlace | null {
  if (!chart.containPixel('grid', [x, y])) return null;
  const found = chart.convertFromPixel(axes, [x, y]);
  const [across = -1, up = 0] = Array.isArray(found) ? found.map(Number) : [];
  if (data.shape === 'heat') {
    const at = { point: Math.round(up), series: Math.round(across) };
    return data.points[at.point] && data.series[at.series] ? at : null;
  }
  const point = pointNear(data, across);
  const series = seriesAt(data, point, up, hidden);
  return series < 0 ? null : { point, series };
}

function tellSpot(chart: EChartsType, { data, hidden, place, onSpot }: ChartCanvasProps): void {
  if (!place) {
    onSpot(null);
    return;
  }
  const at =
    data.shape === 'heat' ? [place.series, place.point] : [alongOf(data, place.point), heightOf(data, place, hidden)];
  const found = chart.convertToPixel(axes, at);
  const [x, y] = Array.isArray(found) ? found.map(Number) : [];
  const isPlace = x !== undefined && y !== undefined && Number.isFinite(x) && Number.isFinite(y);
  onSpot(isPlace ? { x, y, width: chart.getWidth() } : null);
}

let version = 0;

/** Counts up whenever colours of the page may have become others: another theme, or paper instead of a screen. */
function useLookVersion(): number {
  return useSyncExternalStore(subscribe, () => version);
}

function subscribe(listener: () => void): () => void {
  const changed = () => {
    version += 1;
    listener();
  };
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
  const medias = ['print', '(prefers-reduced-motion: reduce)'].map((query) => window.matchMedia(query));
  for (const media of medias) media.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    for (const media of medias) media.removeEventListener('change', changed);
  };
}

/** The series that is meant at a height over one point: the piece of the stack there, or the nearest line. */
export function seriesAt(data: ChartData, point: number, height: number, hidden: ReadonlySet<string>): number {
  let best = -1;
  let distance = Number.POSITIVE_INFINITY;
  let floor = 0;
  data.series.forEach((series, index) => {
    const value = series.values[point] ?? null;
    if (!isDrawn(series) || hidden.has(series.id) || value === null) return;
    const stands = data.stacked && series.role !== 'before' && series.role !== 'forecast';
    const top = stands ? floor + value : value;
    const off = stands ? Math.max(floor - height, height - top, 0) : Math.abs(value - height);
    if (stands) floor = top;
    // Pieces without height are passed over: nobody can mean them.
    if (off < distance && !(stands && value === 0)) {
      distance = off;
      best = index;
    }
  });
  return best;
}

/** How high a value stands in the drawing: on what is below it, where values are stacked. */
export function heightOf(data: ChartData, place: ChartPlace, hidden: ReadonlySet<string>): number {
  const own = data.series[place.series];
  const value = own?.values[place.point] ?? 0;
  if (!data.stacked || own?.role === 'before' || own?.role === 'forecast') return value;
  const below = data.series
    .slice(0, place.series)
    .filter((series) => isDrawn(series) && !hidden.has(series.id) && series.role !== 'before');
  return below.reduce((sum, { values }) => sum + (values[place.point] ?? 0), value);
}
