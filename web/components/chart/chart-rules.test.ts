import { chart as texts } from '@lectern/contract/messages/en/chart.ts';
import { describe, expect, it } from 'vitest';
import { fillText } from '../../lib/i18n/use-texts.ts';
import { heightOf, seriesAt } from './chart-canvas.tsx';
import { type ChartData, hasValues, pointNear } from './chart-data.ts';
import { tokenOf } from './chart-look.ts';
import { optionOf } from './chart-option.ts';
import { placeAfter, placeWords, summaryWords } from './chart-plot.tsx';
import { sampleChart } from './testing/sample-chart.ts';

const none: ReadonlySet<string> = new Set();
const look = { token: (name: string) => name, motion: false };

function seriesOf(data: ChartData, hidden = none): Record<string, unknown>[] {
  return optionOf(data, look, hidden).series as Record<string, unknown>[];
}

describe('keys on a chart', () => {
  it('move along the points and between the series, and stop at the edges', () => {
    const data = sampleChart();
    const first = placeAfter('ArrowRight', data, null);
    expect(first).toEqual({ point: 0, series: 0 });
    expect(placeAfter('ArrowRight', data, { point: 1, series: 0 })).toEqual({ point: 2, series: 0 });
    expect(placeAfter('ArrowRight', data, { point: 2, series: 0 })).toEqual({ point: 2, series: 0 });
    expect(placeAfter('ArrowLeft', data, { point: 0, series: 1 })).toEqual({ point: 0, series: 1 });
    expect(placeAfter('ArrowDown', data, { point: 1, series: 0 })).toEqual({ point: 1, series: 1 });
    expect(placeAfter('End', data, { point: 0, series: 1 })).toEqual({ point: 2, series: 1 });
    expect(placeAfter('Home', data, { point: 2, series: 1 })).toEqual({ point: 0, series: 1 });
    expect(placeAfter('PageDown', data, { point: 0, series: 0 })).toEqual({ point: 2, series: 0 });
  });

  it('move in a heat map as it is drawn: hours across, weekdays down', () => {
    const data = sampleChart({ shape: 'heat', stacked: false });
    expect(placeAfter('ArrowRight', data, { point: 0, series: 0 })).toEqual({ point: 0, series: 1 });
    expect(placeAfter('ArrowDown', data, { point: 0, series: 0 })).toEqual({ point: 1, series: 0 });
  });

  it('skip the edges of a band, ignore other keys and do nothing on an empty chart', () => {
    const [video, audio] = sampleChart().series;
    const data = sampleChart({
      series: [video, { ...audio, role: 'low' }, { ...audio, id: 'high', role: 'high' }] as ChartData['series'],
    });
    expect(placeAfter('ArrowDown', data, { point: 0, series: 0 })).toEqual({ point: 0, series: 0 });
    expect(placeAfter('a', data, null)).toBeNull();
    expect(placeAfter('ArrowRight', sampleChart({ points: [], series: [] }), null)).toBeNull();
  });
});

describe('chart labels', () => {
  it('name a point with its value, and whether it opens', () => {
    const data = sampleChart();
    expect(placeWords(data, { point: 0, series: 0 }, texts, fillText)).toBe(
      'Thu, 1 Oct 2026, Video: 10 views. Press Enter to open.',
    );
    expect(placeWords(data, { point: 2, series: 0 }, texts, fillText)).toBe('3 Oct, Video: 0 views.');
  });

  it('summarise range and maximum, without the comparison', () => {
    const data = sampleChart();
    expect(summaryWords(data, texts, fillText)).toBe(
      'Views. Day: Thu, 1 Oct 2026 to 3 Oct. 2 series. Highest: 30 views (Audio, 3 Oct).',
    );
    const [video, audio] = data.series;
    const compared = sampleChart({ series: [video, { ...audio, role: 'before' }] as ChartData['series'] });
    expect(summaryWords(compared, texts, fillText)).toContain('Highest: 20 views (Video, 2 Oct)');
    expect(summaryWords(sampleChart({ points: [] }), texts, fillText)).toBe(texts.nothing);
  });

  it('treat all zeros as empty', () => {
    expect(hasValues(sampleChart())).toBe(true);
    expect(hasValues(sampleChart({ series: [{ id: 'a', label: 'A', values: [0, null, 0] }] }))).toBe(false);
  });
});

describe('the pointed item', () => {
  it('is the visible part of a stack at that height', () => {
    const data = sampleChart();
    expect(seriesAt(data, 0, 3, none)).toBe(0);
    expect(seriesAt(data, 0, 12, none)).toBe(1);
    expect(seriesAt(data, 0, 500, none)).toBe(1);
    expect(seriesAt(data, 2, 0, none)).toBe(1);
    expect(seriesAt(data, 0, 3, new Set(['video']))).toBe(1);
    expect(heightOf(data, { point: 0, series: 1 }, none)).toBe(15);
    expect(heightOf(data, { point: 0, series: 1 }, new Set(['video']))).toBe(5);
  });

  it('is a part of the stack, not the comparison or forecast', () => {
    const [video, audio] = sampleChart().series;
    for (const role of ['before', 'forecast'] as const) {
      const data = sampleChart({ series: [{ ...video, role }, audio] as ChartData['series'] });
      expect(heightOf(data, { point: 0, series: 1 }, none), role).toBe(5);
    }
  });

  it('is the nearest line, and nothing where no value is known', () => {
    const data = sampleChart({ shape: 'line', stacked: false });
    expect(seriesAt(data, 0, 9, none)).toBe(0);
    expect(seriesAt(data, 0, 6, none)).toBe(1);
    expect(seriesAt(sampleChart({ series: [{ id: 'a', label: 'A', values: [null] }] }), 0, 1, none)).toBe(-1);
  });

  it('is found by position when points aren’t evenly spaced', () => {
    const points = [0, 10, 200].map((at) => ({ label: String(at), at }));
    expect(pointNear(sampleChart({ points }), 90)).toBe(1);
    expect(pointNear(sampleChart({ points }), 150)).toBe(2);
  });
});

describe('the drawing', () => {
  it('stacks parts in shades of one hue and compares with different hues', () => {
    const data = sampleChart();
    expect(seriesOf(data).map(({ stack }) => stack)).toEqual(['whole', 'whole']);
    expect(data.series.map((series) => tokenOf(data, series))).toEqual(['chart-shade-1', 'chart-shade-2']);
    const lines = sampleChart({ shape: 'line', stacked: false });
    expect(lines.series.map((series) => tokenOf(lines, series))).toEqual(['chart-hue-1', 'chart-hue-2']);
    expect(seriesOf(lines).map(({ type }) => type)).toEqual(['line', 'line']);
  });

  it('leaves out what the legend hides, and names both axes', () => {
    expect(seriesOf(sampleChart(), new Set(['video'])).map(({ id }) => id)).toEqual(['audio']);
    const { xAxis, yAxis } = optionOf(sampleChart(), look) as { xAxis: { name: string }; yAxis: { name: string } };
    expect([xAxis.name, yAxis.name]).toEqual(['Day', 'Views']);
  });

  it('draws a band from low to high around the forecast', () => {
    const values = [10, 20, 30];
    const data = sampleChart({
      shape: 'line',
      stacked: false,
      series: [
        { id: 'forecast', label: 'Forecast', role: 'forecast', values },
        { id: 'low', label: 'Low', role: 'low', values: [8, 15, 20] },
        { id: 'high', label: 'High', role: 'high', values: [12, 27, null] },
      ],
    });
    const [low, high, forecast] = seriesOf(data);
    expect([low?.data, high?.data, forecast?.data]).toEqual([[8, 15, 20], [4, 12, null], values]);
    expect(forecast?.lineStyle).toMatchObject({ type: [5, 4] });
  });

  it('sets unfinished periods apart, so they don’t look like a drop', () => {
    const { points } = sampleChart();
    const open = points.map((point, index) => ({ ...point, ...(index === 2 && { open: true }) }));
    const series = [{ id: 'views', label: 'Views', values: [10, 20, 5] }];
    const [over, rest] = seriesOf(sampleChart({ shape: 'area', stacked: false, points: open, series }));
    expect([over?.data, rest?.data]).toEqual([
      [10, 20, null],
      [null, 20, 5],
    ]);
    // Symbols are shown because a single value without neighbours is only visible as a dot.
    expect(rest?.showSymbol).toBe(true);
    expect([over?.areaStyle, rest?.areaStyle]).toEqual([expect.anything(), undefined]);
    expect(rest?.lineStyle).toMatchObject({ type: [2, 4] });
    const [bars] = seriesOf(sampleChart({ shape: 'bar', points: open, series }));
    expect(bars?.data).toEqual([10, 20, { value: 5, itemStyle: { opacity: 0.5 } }]);
    const [only, ...others] = seriesOf(sampleChart({ shape: 'area', stacked: false, points: open.slice(2), series }));
    expect([only?.data, others]).toEqual([[10, 20, 5], []]);
  });

  it('has every cell of a heat map, and doesn’t animate with reduced motion', () => {
    const option = optionOf(sampleChart({ shape: 'heat' }), look);
    expect((option.series as { data: unknown[] }[])[0]?.data).toHaveLength(6);
    expect(option.animation).toBe(false);
    expect(optionOf(sampleChart(), { ...look, motion: true }).animation).toBe(true);
  });
});
