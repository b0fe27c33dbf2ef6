import { accepts } from './align-word.ts';
import type { LooseRun } from './loose-run.ts';
import { ANY_ONE, ANY_RUN, longestLetters } from './wildcard-pattern.ts';

const unreached = -1;

/** What had to be undone so that a whole word of a run reads as a pattern with wildcards, or -1. */
export function matchesToken(
  run: LooseRun,
  start: number,
  end: number,
  elements: readonly number[],
  english: boolean,
): number {
  // For each place in the word: what was undone on the way there, if the elements so far can reach it.
  let reached = new Int32Array(end - start + 1).fill(unreached);
  reached[0] = 0;
  for (const element of elements) {
    const next = new Int32Array(reached.length).fill(unreached);
    for (let at = 0; at < reached.length; at += 1) {
      const undone = reached[at] as number;
      if (undone === unreached) continue;
      if (element === ANY_RUN) {
        for (let to = at; to <= at + longestLetters && to < next.length; to += 1)
          next[to] = Math.max(next[to] as number, undone);
      } else if (at + 1 < reached.length) {
        const done = element === ANY_ONE ? 0 : accepts(run, start + at, element, english);
        if (done >= 0) next[at + 1] = Math.max(next[at + 1] as number, undone | done);
      }
    }
    reached = next;
  }
  return reached[reached.length - 1] as number;
}
