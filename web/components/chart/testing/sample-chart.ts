import type { ChartData } from '../chart-data.ts';

/** Views on three days by two kinds, stacked. */
export function sampleChart(change: Partial<ChartData> = {}): ChartData {
  return {
    shape: 'bar',
    stacked: true,
    pointsName: 'Day',
    valuesName: 'Views',
    points: [{ label: '1 Oct', title: 'Thu, 1 Oct 2026' }, { label: '2 Oct' }, { label: '3 Oct' }],
    series: [
      { id: 'video', label: 'Video', values: [10, 20, 0], hrefs: ['/v1', '/v2', null] },
      { id: 'audio', label: 'Audio', values: [5, 0, 30], hrefs: ['/a1', null, '/a3'] },
    ],
    words: (value) => `${value} views`,
    axisWords: String,
    ...change,
  };
}
