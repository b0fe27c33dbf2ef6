import { z } from 'zod';

/** 100 hours. */
export const latestCueMs = 360_000_000;

/** One subtitle. Lines of its text are separated by line feeds. */
export const cue = z.strictObject({
  startMs: z.number().int().min(0).max(latestCueMs),
  endMs: z.number().int().min(0).max(latestCueMs),
  text: z.string().max(2000),
});
export type Cue = z.output<typeof cue>;

export type TimedWord = { text: string; startMs: number; endMs: number };

/** Readability limits. East Asian characters are wide: fewer of them fit on a line and into a second. */
export const cueLimits = {
  lineCharacters: 42,
  wideLineCharacters: 16,
  lines: 2,
  leastMs: 1000,
  mostMs: 7000,
  charactersPerSecond: 17,
  wideCharactersPerSecond: 9,
  gapMs: 80,
  /** How late a cue may start after its words, in milliseconds. */
  latestMs: 3000,
} as const;

/** Most cues in a track: twice as many as a three-hour film has when every cue is as short as allowed. */
export const mostCues = 20_000;
