/** What every chart says, whatever it is about. */
export const chart = {
  role: 'chart',
  labelOf: 'Chart: {title}',
  tableOf: '{title}, as a table',
  asTable: 'Show as a table',
  asChart: 'Show as a chart',
  savePicture: 'Save as a picture',
  print: 'Print…',
  legend: 'Legend',
  hide: 'Take out of the chart',
  show: 'Bring back into the chart',
  nothing: 'Nothing was counted in this period',
  unknown: 'not known',
  unknownShort: '–',
  place: '{point}, {series}: {value}.',
  enterOpens: 'Enter opens it.',
  opens: 'Click to open: {series}',
  spans: '{values} by {points}, from {first} to {last}; series: {count}.',
  peak: 'Highest: {value} ({series}, {point}).',
  keys: 'Arrow keys walk the values, Enter opens what is behind one.',
  notDrawn: 'The drawing did not arrive; the table holds the same numbers.',
  drawAgain: 'Try again',
};

export type ChartTexts = typeof chart;
