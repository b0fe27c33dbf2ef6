export const subtitleErrorCodes = [
  'notSubtitles',
  'badTime',
  'tooLate',
  'endBeforeStart',
  'noText',
  'noTimes',
  'textTooLong',
  'tooManyCues',
] as const;
/** `line` is counted from 1; `text` is the line, shortened. */
export type SubtitleError = { code: (typeof subtitleErrorCodes)[number]; line: number; text: string };
