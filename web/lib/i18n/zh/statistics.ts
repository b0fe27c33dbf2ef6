import type { StatisticsTexts } from '../en/statistics.ts';

export const statistics: StatisticsTexts = {
  figures: '数据',
  measure: '指标',
  piece: '时间',
  gone: '已不存在',
  none: '无',
  others: '其他',
  estimate: '估计值',
  estimateHint: '跨多日的大量不同人数为估计值，误差约为百分之六。',
  beforeValue: '此前：{value}',
  period: {
    label: '时段',
    last: { 1: '今天', 7: '最近 7 天', 30: '最近 30 天', 90: '最近 90 天', 365: '最近 12 个月' },
    days: '最近 {count} 天',
    from: '从',
    to: '到',
    show: '显示这些日期',
    compare: '对比',
    comparisons: { none: '不对比', before: '此前同样天数', yearBefore: '去年同期' },
    compared: '对比 {span}',
  },
  counted: {
    until: '统计截至 {time}',
    viewers: '浏览人数截至 {time}',
    never: '尚未统计任何数据',
  },
  parts: { chapter: '按章节', resource: '按资源', course: '所在课程' },
  partNames: { chapter: '章节', resource: '资源', course: '课程' },
  retention: {
    title: '播放进度',
    text: '各部分的播放次数，{span}',
    none: '这些月份中没有播放。',
    place: '位置',
    plays: '播放次数',
    at: '{time}（{share}）',
  },
};
