/** Texts used only in exported statistics files. */
export const statFile = {
  from: 'From',
  to: 'To',
  until: 'to',
  value: 'Value',
  before: 'Previous period',
  estimate: 'Estimate',
  group: 'Group',
  atStart: 'At start',
  atEnd: 'At end',
  none: 'None',
  deleted: '(deleted)',
  forecast: 'Forecast',
  total: 'Total',
  withText: 'With text',
  videoAndAudio: 'Video and audio',
  withSubtitles: 'With subtitles',
  bytes: 'Storage (bytes)',
  mediaSeconds: 'Duration (seconds)',
  playSeconds: 'Play time (seconds)',
};

export type StatFileTexts = typeof statFile;
