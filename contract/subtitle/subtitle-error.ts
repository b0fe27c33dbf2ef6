export const subtitleErrorCodes = [
  'notSubtitles',
  'badTime',
  'endBeforeStart',
  'noText',
  'noTimes',
  'textTooLong',
  'tooManyCues',
] as const;
/** What is wrong in which line, counted from 1, and the line as far as it helps to find it. */
export type SubtitleError = { code: (typeof subtitleErrorCodes)[number]; line: number; text: string };
