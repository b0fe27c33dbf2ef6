import type { Cue } from '@lectern/contract/subtitle/cue.ts';

/** Cues that are shown at the same time for a good part; they are in the order of their times. */
export function cuesWithin(cues: readonly Cue[], startMs: number, endMs: number): Cue[] {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle]?.endMs ?? 0) <= startMs) low = middle + 1;
    else high = middle;
  }
  const found: Cue[] = [];
  for (let at = low; at < cues.length; at += 1) {
    const cue = cues[at];
    if (!cue || cue.startMs >= endMs) break;
    const shared = Math.min(cue.endMs, endMs) - Math.max(cue.startMs, startMs);
    const shorter = Math.min(cue.endMs - cue.startMs, endMs - startMs);
    // A cue that reaches into the next one by a moment belongs to one of them only.
    if (shared > 0 && shared * 4 > shorter) found.push(cue);
  }
  return found;
}
