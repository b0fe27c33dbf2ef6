/** What the pages and tabs of statistics share. */
export const statistics = {
  figures: 'Figures',
  measure: 'Measure',
  piece: 'Time',
  gone: 'no longer there',
  none: 'None',
  others: 'Others',
  soFar: '{piece}, so far',
  counting: '{piece}, still counting',
  estimate: 'estimate',
  estimateHint: 'Over many days, large numbers of different people are estimated; the error is about 6 %.',
  completionHint:
    'How much of the recordings that were viewed was played: time played, by the length of all views together. What is played twice counts twice.',
  emptyHint: 'Choose a longer period. Use is counted when somebody opens it here, or on a site that reports it.',
  connect: 'Connect a site',
  beforeValue: 'before: {value}',
  period: {
    label: 'Period',
    last: { 1: 'Today', 7: 'Last 7 days', 30: 'Last 30 days', 90: 'Last 90 days', 365: 'Last 12 months' },
    days: 'Last {count} {count, plural, one {day} other {days}}',
    from: 'From',
    to: 'To',
    show: 'Show these days',
    compare: 'Compare with',
    comparisons: { none: 'Nothing', before: 'The days before', yearBefore: 'A year before' },
    compared: 'compared with {span}',
  },
  counted: {
    until: 'Counted until {time}',
    viewers: 'viewers until {time}',
    counting: 'counting viewers for {count} more {count, plural, one {day} other {days}}…',
    since: 'records from {day} on',
    never: 'Nothing was counted yet',
  },
  parts: { chapter: 'By chapter', resource: 'By resource', course: 'In which course' },
  partNames: { chapter: 'Chapter', resource: 'Resource', course: 'Course' },
  retention: {
    title: 'How far it is played',
    text: 'How often each part was played, {span}',
    none: 'It was not played in these months',
    place: 'Place in it',
    plays: 'Times played',
    at: '{time} ({share})',
  },
};

export type StatisticsTexts = typeof statistics;
