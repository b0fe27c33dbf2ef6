import type { EChartsCoreOption } from 'echarts/core';
import { alongOf, type ChartData, type ChartSeries, greatestOf, isAside, isDrawn, titleOf } from './chart-data.ts';
import { type ChartLook, heatTokens, tokenOf } from './chart-look.ts';

/** Opacity of values whose period isn't over. */
const openOpacity = 0.5;
const dashes = ['solid', [7, 4], [2, 3], [10, 3, 2, 3]] as const;

/** ECharts options for the data. ECharts only draws: tooltip, legend, keyboard navigation and table are our own. */
export function optionOf(data: ChartData, look: ChartLook, hidden: ReadonlySet<string> = new Set()): EChartsCoreOption {
  const base = {
    animation: look.motion,
    animationDuration: 180,
    animationDurationUpdate: 180,
    textStyle: { fontFamily: look.token('font'), fontSize: 12, color: look.token('text-3') },
  };
  return { ...base, ...(data.shape === 'heat' ? heat(data, look) : cartesian(data, look, hidden)) };
}

function axisName(name: string, look: ChartLook) {
  return { name, nameTextStyle: { color: look.token('text-3'), fontFamily: look.token('font'), fontSize: 11 } };
}

function cartesian(data: ChartData, look: ChartLook, hidden: ReadonlySet<string>): EChartsCoreOption {
  const short = data.axisWords ?? data.words;
  return {
    grid: { left: 8, right: 16, top: 30, bottom: 22, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      ...(data.atWords
        ? { type: 'value', min: 'dataMin', max: 'dataMax', splitLine: { show: false }, splitNumber: 8 }
        : { type: 'category', data: data.points.map(({ label }) => label), boundaryGap: data.shape === 'bar' }),
      ...axisName(data.pointsName, look),
      nameLocation: 'middle',
      nameGap: 26,
      axisLine: { lineStyle: { color: look.token('line') } },
      axisTick: { show: false },
      axisLabel: {
        color: look.token('text-3'),
        hideOverlap: true,
        fontSize: 11,
        // Keeps the first and last labels inside the chart.
        ...(data.atWords && { formatter: data.atWords, alignMinLabel: 'left', alignMaxLabel: 'right' }),
      },
    },
    yAxis: {
      type: 'value',
      min: 0,
      ...(data.most !== undefined && { max: data.most }),
      minInterval: data.most === undefined ? 1 : undefined,
      splitNumber: 4,
      ...stepsOf(data, hidden),
      ...axisName(data.valuesName, look),
      nameLocation: 'end',
      nameGap: 12,
      nameTextStyle: { color: look.token('text-3'), fontFamily: look.token('font'), fontSize: 11, align: 'left' },
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: look.token('text-3'), formatter: short, fontSize: 11 },
      splitLine: { lineStyle: { color: look.token('line') } },
    },
    series: seriesOf(data, look, hidden),
  };
}

/** Tick steps that fit the data, with an axis that ends on a whole step. */
function stepsOf(data: ChartData, hidden: ReadonlySet<string>) {
  if (!data.stepOf) return {};
  const greatest = greatestOf(data, hidden);
  const interval = data.stepOf(greatest);
  return { interval, max: data.most ?? Math.max(1, Math.ceil(greatest / interval)) * interval };
}

function seriesOf(data: ChartData, look: ChartLook, hidden: ReadonlySet<string>) {
  const drawn = data.series.filter(isDrawn);
  const colourOf = (series: ChartSeries) => look.token(tokenOf(data, series));
  const shown = drawn.filter(({ id }) => !hidden.has(id));
  return [
    ...bandOf(data, look),
    ...shown.flatMap((series): object[] =>
      data.shape === 'bar' && series.role !== 'before'
        ? [bar(series, data, look, colourOf(series))]
        : linesOf(series, data, colourOf(series), drawn.indexOf(series)),
    ),
  ];
}

function bar(series: ChartSeries, data: ChartData, look: ChartLook, color: string) {
  return {
    id: series.id,
    name: series.label,
    type: 'bar',
    ...(data.stacked && { stack: 'whole' }),
    data: series.values.map((value, index) =>
      data.points[index]?.open ? { value, itemStyle: { opacity: openOpacity } } : value,
    ),
    barMaxWidth: 28,
    barCategoryGap: '30%',
    itemStyle: { color, borderColor: look.token('surface'), borderWidth: data.stacked ? 1 : 0, borderRadius: 2 },
    emphasis: { focus: 'none', itemStyle: { color } },
  };
}

/** The unfinished period is dotted and has no area, because its low values mean nothing yet. */
function linesOf(series: ChartSeries, data: ChartData, color: string, index: number) {
  const open = data.points.findIndex((point) => point.open);
  const whole = line(series, data, color, index);
  if (open < 1 || data.stacked || series.role === 'before') return [whole];
  const only = (isKept: (point: number) => boolean) =>
    placed(
      series.values.map((value, point) => (isKept(point) ? value : null)),
      data,
    );
  const { areaStyle: _, ...bare } = whole;
  return [
    { ...whole, data: only((point) => point < open) },
    {
      ...bare,
      id: `${series.id} open`,
      data: only((point) => point >= open - 1),
      lineStyle: { ...whole.lineStyle, type: [2, 4], opacity: openOpacity },
    },
  ];
}

function line(series: ChartSeries, data: ChartData, color: string, index: number) {
  const aside = isAside(series);
  const few = data.points.length <= 45;
  return {
    id: series.id,
    name: series.label,
    type: 'line',
    ...(data.stacked && !aside && { stack: 'whole' }),
    data: placed(series.values, data),
    connectNulls: false,
    // A single value between gaps is visible only as a dot.
    showSymbol: few && !aside && !data.atWords,
    symbol: 'circle',
    symbolSize: 5,
    color,
    lineStyle: {
      color,
      width: aside ? 1.5 : 2,
      type: aside ? [5, 4] : data.stacked ? 'solid' : (dashes[Math.max(0, index) % dashes.length] ?? 'solid'),
    },
    ...(data.shape === 'area' && !aside && { areaStyle: { color, opacity: data.stacked ? 0.75 : 0.16 } }),
    emphasis: { disabled: true },
    z: aside ? 1 : 2,
  };
}

function placed(values: readonly (number | null)[], data: ChartData) {
  return data.atWords ? values.map((value, index) => [alongOf(data, index), value]) : values;
}

/** The confidence band: an invisible line at the lower edge, with the distance to the upper edge stacked on top. */
function bandOf(data: ChartData, look: ChartLook) {
  const low = data.series.find(({ role }) => role === 'low');
  const high = data.series.find(({ role }) => role === 'high');
  if (!low || !high) return [];
  const color = look.token('chart-hue-1');
  const common = {
    type: 'line',
    stack: 'band',
    showSymbol: false,
    lineStyle: { opacity: 0 },
    emphasis: { disabled: true },
    z: 0,
  };
  const width = high.values.map((value, index) => {
    const from = low.values[index] ?? null;
    return value === null || from === null ? null : value - from;
  });
  return [
    { ...common, id: low.id, name: low.label, data: placed(low.values, data), color },
    { ...common, id: high.id, name: high.label, data: placed(width, data), color, areaStyle: { color, opacity: 0.18 } },
  ];
}

function heat(data: ChartData, look: ChartLook): EChartsCoreOption {
  const cells = data.series.flatMap(({ values }, x) => values.map((value, y) => [x, y, value ?? 0]));
  const greatest = Math.max(1, ...cells.map(([, , value = 0]) => value));
  return {
    grid: { left: 8, right: 4, top: 6, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      data: data.series.map(({ label }) => label),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: look.token('text-3'), hideOverlap: true, fontSize: 11, margin: 6 },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: data.points.map((point) => point.label || titleOf(point)),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: look.token('text-3'), fontSize: 11, margin: 8 },
    },
    visualMap: {
      show: false,
      type: 'continuous',
      min: 0,
      max: greatest,
      inRange: { color: heatTokens.map(look.token) },
    },
    series: [
      {
        type: 'heatmap',
        data: cells,
        itemStyle: { borderColor: look.token('surface'), borderWidth: 2, borderRadius: 4 },
        emphasis: { disabled: true },
      },
    ],
  };
}
