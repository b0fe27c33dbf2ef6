import { BarChart, HeatmapChart, LineChart } from 'echarts/charts';
import { GridComponent, VisualMapContinuousComponent } from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { alongOf, type ChartData, type ChartPlace, isAside, isDrawn, pointNear } from './chart-data.ts';
import { readLook } from './chart-look.ts';
import { optionOf } from './chart-option.ts';

// Tooltip, legend and table are our own, so the ECharts ones stay out of the bundle.
use([BarChart, HeatmapChart, LineChart, GridComponent, VisualMapContinuousComponent, CanvasRenderer]);

/** Position of the pointed value, in pixels of the drawing. */
export type ChartSpot = { x: number; y: number; width: number };

export type ChartDrawing = {
  /** The current drawing at twice the resolution, with a background. */
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

/** Printable width of A4 in pixels. */
const paperWidth = 700;

const axes = { xAxisIndex: 0, yAxisIndex: 0 };

/** The drawing, hidden from screen readers because the table has the same data. */
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
      reportSpot(own, latest.current);
    });
    observer.observe(element);
    // A drawing made for a wide window would be cut off or have tiny text on paper.
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
      // ECharts may keep drawing over several frames after disposal, so the canvas is cleared first.
      own.clear();
      own.dispose();
    };
  }, [drawing]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read from the page; its version says when they change
  useEffect(() => {
    if (!chart.current || !host.current) return;
    chart.current.setOption(optionOf(data, readLook(host.current), hidden), { notMerge: true });
    // Print colours may arrive after beforeprint has fired.
    if (sheet.current) sheet.current = putOnPaper(chart.current, host.current, sheet.current);
    reportSpot(chart.current, latest.current);
  }, [data, hidden, look]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new place creates a new spot
  useEffect(() => {
    if (chart.current) reportSpot(chart.current, latest.current);
  }, [place]);

  return <div ref={host} className="chart-canvas" aria-hidden="true" />;
}

/** Replaces the layered canvases with one image, because the layers may not all be painted in time for printing. */
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

function reportSpot(chart: EChartsType, { data, hidden, place, onSpot }: ChartCanvasProps): void {
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

/** Increments whenever the page's colours may have changed: another theme, or print instead of screen. */
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

/** The series at a height above a point: the segment of the stack there, or the nearest line. */
export function seriesAt(data: ChartData, point: number, height: number, hidden: ReadonlySet<string>): number {
  let best = -1;
  let distance = Number.POSITIVE_INFINITY;
  let floor = 0;
  data.series.forEach((series, index) => {
    const value = series.values[point] ?? null;
    if (!isDrawn(series) || hidden.has(series.id) || value === null) return;
    const stands = data.stacked && !isAside(series);
    const top = stands ? floor + value : value;
    const off = stands ? Math.max(floor - height, height - top, 0) : Math.abs(value - height);
    if (stands) floor = top;
    // Segments without height are skipped because nobody can point at them.
    if (off < distance && !(stands && value === 0)) {
      distance = off;
      best = index;
    }
  });
  return best;
}

/** The height at which a value is drawn; in a stack, on top of the series below it. */
export function heightOf(data: ChartData, place: ChartPlace, hidden: ReadonlySet<string>): number {
  const own = data.series[place.series];
  const value = own?.values[place.point] ?? 0;
  if (!data.stacked || !own || isAside(own)) return value;
  const below = data.series
    .slice(0, place.series)
    .filter((series) => isDrawn(series) && !hidden.has(series.id) && !isAside(series));
  return below.reduce((sum, { values }) => sum + (values[place.point] ?? 0), value);
}
