import { isSeen } from './clean-cue-text.ts';
import { type Cue, cueLimits } from './cue.ts';
import { leastMsOf } from './cue-measure.ts';
import { readableCues } from './readable-cue.ts';

/** `lateMs` is the longest delay of any cue behind its original start. */
type PlacedCues = { cues: Cue[]; lateMs: number };

/** Sorts, rewraps and retimes cues until `checkCues` finds no problem. */
export function fixAllCues(cues: readonly Cue[]): Cue[] {
  return placeReadable(orderedCues(cues).flatMap(readableCues)).cues;
}

export function orderedCues<One extends Cue>(cues: readonly One[]): One[] {
  return cues.filter(({ text }) => isSeen(text)).sort((left, right) => left.startMs - right.startMs);
}

/**
 * Gives each piece its full reading time, one after another. When there is too much to read, cues fall further and
 * further behind; with `latestMs`, they stay in sync and are too fast instead.
 */
export function placeReadable(pieces: readonly Cue[], latestMs = Number.POSITIVE_INFINITY): PlacedCues {
  const cues: Cue[] = [];
  let [reach, lateMs] = [Number.NEGATIVE_INFINITY, 0];
  for (const [at, piece] of pieces.entries()) {
    const startMs = Math.max(piece.startMs, reach + cueLimits.gapMs);
    const wanted = Math.max(leastMsOf(piece.text), Math.min(piece.endMs - startMs, cueLimits.mostMs));
    const next = pieces[at + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const most = Math.max(cueLimits.leastMs, next + latestMs - cueLimits.gapMs - startMs);
    reach = startMs + Math.min(wanted, most);
    lateMs = Math.max(lateMs, startMs - piece.startMs);
    cues.push({ ...piece, startMs, endMs: reach });
  }
  return { cues, lateMs };
}
