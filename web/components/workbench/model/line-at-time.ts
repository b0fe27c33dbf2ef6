import type { WorkLine } from './work-line.ts';

/** The index of what is being said: the last line that has begun; -1: none yet. Lines are in the order of their times. */
export function lineAtTime(lines: readonly WorkLine[], ms: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.startMs ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
