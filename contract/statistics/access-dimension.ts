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

/** What figures can be grouped by; `none` is the whole. */
export const accessGroupings = ['none', ...accessDimensions, 'resource'] as const;
export type AccessGrouping = (typeof accessGroupings)[number];

/** What figures can be filtered by, one at a time. The figures of one resource have no groups. */
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

/** The longest period with hours, in days. */
export const hourGrainDays = 31;
/** The longest period, in days. */
export const longestPeriodDays = 3_660;
