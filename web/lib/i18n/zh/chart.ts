import type { ChartTexts } from '../en/chart.ts';

export const chart: ChartTexts = {
  role: '图表',
  labelOf: '图表：{title}',
  tableOf: '{title}（表格）',
  asTable: '以表格显示',
  asChart: '以图表显示',
  savePicture: '保存为图片',
  legend: '图例',
  hide: '从图中移除',
  show: '在图中恢复',
  nothing: '该时段没有任何记录。',
  unknown: '未知',
  unknownShort: '–',
  place: '{point}，{series}：{value}。',
  enterOpens: '按回车键打开。',
  opens: '点击打开：{series}',
  spans: '{values}（按{points}），从{first}到{last}；系列数：{count}。',
  peak: '最高：{value}（{series}，{point}）。',
  keys: '方向键在数值间移动，回车键打开其背后的记录。',
  notDrawn: '图形未能加载；表格中是相同的数字。',
  drawAgain: '重试',
};
