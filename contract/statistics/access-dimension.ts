import type { Words } from '../language.ts';

/**
 * What an event is counted by. Each event has at most one of each: what its resource or course was at that time, who did
 * it and with what.
 */
export const accessDimensions = [
  'kind',
  'college',
  'department',
  'subject',
  'column',
  'course',
  'role',
  'device',
  'site',
] as const;
export type AccessDimension = (typeof accessDimensions)[number];

/** What figures can be told apart by: `none` is the whole. */
export const accessGroupings = ['none', ...accessDimensions, 'resource'] as const;
export type AccessGrouping = (typeof accessGroupings)[number];

/** What figures can be narrowed to, one at a time. A resource is looked at as a whole, or by nothing. */
export const accessFilters = [...accessDimensions, 'resource'] as const;
export type AccessFilter = (typeof accessFilters)[number];

/**
 * Sums over events; `viewers`: how many people it were; `completion`: the share of recordings that was played, by the length of
 * all views together.
 */
export const accessMeasures = [
  'views',
  'viewers',
  'plays',
  'playSeconds',
  'completion',
  'downloads',
  'searches',
  'clicks',
  'events',
] as const;
export type AccessMeasure = (typeof accessMeasures)[number];

export const accessGrains = ['hour', 'day', 'week', 'month'] as const;
export type AccessGrain = (typeof accessGrains)[number];

/** A reader of a site has no role here. */
export const accessRoles = ['1', '2', '3', '4', 'reader'] as const;
export const accessDevices = ['desktop', 'mobile', 'tablet', 'other'] as const;

/** Hours are told apart over so many days at most. */
export const hourGrainDays = 31;
/** A period is no longer than that. */
export const longestPeriodDays = 3_660;

export const measureWords: Record<AccessMeasure, Words> = {
  views: { en: 'Views', zh: '浏览次数' },
  viewers: { en: 'Viewers', zh: '浏览人数' },
  plays: { en: 'Stretches played', zh: '播放段数' },
  playSeconds: { en: 'Play time', zh: '播放时长' },
  completion: { en: 'Completion', zh: '完播率' },
  downloads: { en: 'Downloads', zh: '下载次数' },
  searches: { en: 'Searches', zh: '搜索次数' },
  clicks: { en: 'Clicks', zh: '点击次数' },
  events: { en: 'Events', zh: '全部记录' },
};

export const groupingWords: Record<AccessGrouping, Words> = {
  none: { en: 'In all', zh: '总计' },
  kind: { en: 'Kind', zh: '类型' },
  college: { en: 'College', zh: '学院' },
  department: { en: 'Department', zh: '部门' },
  subject: { en: 'Subject', zh: '学科' },
  column: { en: 'Column', zh: '栏目' },
  course: { en: 'Course', zh: '课程' },
  role: { en: 'Role', zh: '角色' },
  device: { en: 'Device', zh: '设备' },
  site: { en: 'Site', zh: '站点' },
  resource: { en: 'Resource', zh: '资源' },
};
