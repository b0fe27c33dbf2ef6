/**
 * Dimensions that events are counted by. An event has at most one value per dimension: those of its resource or course
 * at the time, and the visitor's role, device and site.
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

/** `none` means no grouping: totals only. */
export const accessGroupings = ['none', ...accessDimensions, 'resource'] as const;
export type AccessGrouping = (typeof accessGroupings)[number];

/** Figures can be filtered by one dimension at a time. A single resource's figures can't be grouped. */
export const accessFilters = [...accessDimensions, 'resource'] as const;
export type AccessFilter = (typeof accessFilters)[number];

/**
 * Sums over events. `viewers` counts distinct people; `completion` is the share of recording time played, relative to
 * the total length of all views.
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

/** `reader` is for visitors of the public site, who have no staff role. */
export const accessRoles = ['1', '2', '3', '4', 'reader'] as const;
export const accessDevices = ['desktop', 'mobile', 'tablet', 'other'] as const;

/** Longest period that supports hourly grain, in days. */
export const hourGrainDays = 31;
export const longestPeriodDays = 3_660;
