import type { AccessGrouping, AccessMeasure } from '../../statistics/access-dimension.ts';

const measures: Record<AccessMeasure, string> = {
  views: 'Views',
  viewers: 'Viewers',
  plays: 'Plays',
  playSeconds: 'Play time',
  completion: 'Average played',
  downloads: 'Downloads',
  searches: 'Searches',
  clicks: 'Clicks',
  events: 'Events',
};

const groupings: Record<AccessGrouping, string> = {
  none: 'None',
  kind: 'Type',
  college: 'College',
  department: 'Department',
  subject: 'Subject',
  column: 'Column',
  course: 'Course',
  role: 'Role',
  device: 'Device',
  site: 'Site',
  resource: 'Resource',
};

/** Shared by the statistics pages and tabs. */
export const statistics = {
  measures,
  groupings,
  words: {
    counting: 'counting…',
    points: '{value} {value, plural, one {point} other {points}}',
    hour: '{count} h',
    minute: '{count} min',
    second: '{count} s',
    dayAndTime: '{day}, {time}',
  },
  figures: 'Figures',
  measure: 'Measure',
  piece: 'Date',
  gone: 'deleted',
  none: 'None',
  others: 'Other',
  soFar: '{piece}, so far',
  counting: '{piece} (counting)',
  estimate: 'Estimate',
  estimateHint: 'Large viewer counts over many days are estimates, accurate to about 3%.',
  completionHint: 'Play time divided by the full duration of what was played. Replays count each time.',
  emptyHint: 'Choose a longer period. A view is counted when someone opens a resource here or on a connected site.',
  connect: 'Connect a site',
  beforeValue: 'previously {value}',
  period: {
    label: 'Period',
    last: { 1: 'Today', 7: 'Last 7 days', 30: 'Last 30 days', 90: 'Last 90 days', 365: 'Last 12 months' },
    days: 'Last {count} {count, plural, one {day} other {days}}',
    from: 'From',
    to: 'To',
    show: 'Apply',
    compare: 'Compare with',
    comparisons: { none: 'No comparison', before: 'Previous period', yearBefore: 'Same period last year' },
    compared: 'compared with {span}',
  },
  counted: {
    until: 'Updated {time}',
    viewers: 'viewers updated {time}',
    counting: 'counting viewers for {count} more {count, plural, one {day} other {days}}…',
    since: 'records since {day}',
    never: 'Not counted yet',
  },
  parts: { chapter: 'By chapter', resource: 'By resource', course: 'By course' },
  partNames: { chapter: 'Chapter', resource: 'Resource', course: 'Course' },
  retention: {
    title: 'Viewer retention',
    text: 'Plays at each point · counted by month: {span}',
    none: 'No plays in this period',
    place: 'Time',
    plays: 'Plays',
    at: '{time} ({share})',
  },
};

export type StatisticsTexts = typeof statistics;
