/** Shared by all charts. */
export const chart = {
  role: 'chart',
  labelOf: 'Chart: {title}',
  tableOf: '{title}, as a table',
  asTable: 'Show as table',
  asChart: 'Show as chart',
  savePicture: 'Save as image',
  print: 'Print…',
  legend: 'Legend',
  hide: 'Hide from chart',
  show: 'Show in chart',
  nothing: 'No data for this period',
  unknown: 'unknown',
  unknownShort: '–',
  place: '{point}, {series}: {value}.',
  enterOpens: 'Press Enter to open.',
  opens: 'Click to open: {series}',
  spans: '{values}. {points}: {first} to {last}. {count} {count, plural, one {series} other {series}}.',
  peak: 'Highest: {value} ({series}, {point}).',
  keys: 'Use the arrow keys to move between values and Enter to open one.',
  notDrawn: 'The chart couldn’t be loaded. The table shows the same numbers.',
  drawAgain: 'Try again',
};

export type ChartTexts = typeof chart;
