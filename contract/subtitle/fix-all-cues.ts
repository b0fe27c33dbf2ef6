import { isSeen } from './clean-cue-text.ts';
import { type Cue, cueLimits } from './cue.ts';
import { leastMsOf } from './cue-measure.ts';
import { readableCues } from './readable-cue.ts';

/** The cues, and how long after its time the latest of them begins. */
type PlacedCues = { cues: Cue[]; lateMs: number };

/** Everything in order, laid out and timed anew where it has to be: nothing is left for checkCues to find. */
export function fixAllCues(cues: readonly Cue[]): Cue[] {
  return placeReadable(orderedCues(cues).flatMap(readableCues)).cues;
}

export function orderedCues<One extends Cue>(cues: readonly One[]): One[] {
  return cues.filter(({ text }) => isSeen(text)).sort((left, right) => left.startMs - right.startMs);
}

/**
 * Each as long as it takes to be read, one after another. Where more is said than can be read meanwhile, they come later
 * and later; or, with a limit, they stay with the sound and are too fast.
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
