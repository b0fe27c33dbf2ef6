import { z } from 'zod';

/** One subtitle: what is shown from when to when. Lines of its text are kept apart by line feeds. */
export const cue = z.strictObject({
  startMs: z.number().int().min(0).max(360_000_000),
  endMs: z.number().int().min(0).max(360_000_000),
  text: z.string().max(2000),
});
export type Cue = z.output<typeof cue>;

/** A word with the time in which it is said. */
export type TimedWord = { text: string; startMs: number; endMs: number };

/** What can be read with ease. Characters of East Asian scripts are wide: fewer of them go into a line and into a second. */
export const cueLimits = {
  lineCharacters: 42,
  wideLineCharacters: 16,
  lines: 2,
  leastMs: 1000,
  mostMs: 7000,
  charactersPerSecond: 17,
  wideCharactersPerSecond: 9,
  gapMs: 80,
  /** So long after its words a cue of what was heard may begin. */
  latestMs: 3000,
} as const;

/** So many cues a track may have: twice a film of three hours in the shortest cues there are. */
export const mostCues = 20_000;
