import type { CueProblem } from './check-cues.ts';
import { type Cue, cueLimits } from './cue.ts';
import { leastMsOf } from './cue-measure.ts';
import { partsOf } from './readable-cue.ts';
import { reachBefore, settleAfter, withRoom } from './settle-times.ts';
import { wrapText } from './wrap-cue.ts';

/** The cues without this problem. Nothing worse comes in its place: what is in the way moves on, as far as it has to. */
export function fixCue(cues: readonly Cue[], { kind, index }: CueProblem): Cue[] {
  const cue = cues[index];
  if (!cue) return [...cues];
  switch (kind) {
    case 'outOfOrder':
      return [...cues].sort((left, right) => left.startMs - right.startMs);
    case 'empty':
      return cues.filter((_, at) => at !== index);
    case 'overlap':
    case 'gapTooShort':
      return makeWay(cues, index);
    case 'tooManyLines':
    case 'lineTooLong':
      return layOut(cues, index);
    case 'tooShort':
    case 'tooFast':
      return leastMsOf(cue.text) > cueLimits.mostMs ? part(cues, index) : withRoom(cues, index, leastMsOf(cue.text));
    case 'tooLong':
      return leastMsOf(cue.text) > cueLimits.mostMs
        ? part(cues, index)
        : replaced(cues, index, [{ ...cue, endMs: cue.startMs + cueLimits.mostMs }]);
  }
}

function layOut(cues: readonly Cue[], index: number): Cue[] {
  const cue = cues[index];
  const text = cue && wrapText(cue.text);
  return cue && text !== undefined ? replaced(cues, index, [{ ...cue, text }]) : part(cues, index);
}

/** One cue as several that follow each other in its time; those after it wait where it is not enough. */
function part(cues: readonly Cue[], index: number): Cue[] {
  const cue = cues[index];
  if (!cue) return [...cues];
  const made = partsOf(cue, reachBefore(cues, index) + cueLimits.gapMs);
  return settleAfter(replaced(cues, index, made), index + made.length - 1);
}

/** First the one before ends earlier, then this one begins later, as long as both can still be read; then the rest moves on. */
function makeWay(cues: readonly Cue[], index: number): Cue[] {
  const [before, cue] = [cues[index - 1], cues[index]];
  if (!before || !cue) return [...cues];
  const least = before.startMs + Math.min(leastMsOf(before.text), cueLimits.mostMs);
  const trimmed = Math.min(before.endMs, Math.max(least, cue.startMs - cueLimits.gapMs));
  const made = replaced(cues, index - 1, [{ ...before, endMs: trimmed }]);
  const startMs = Math.max(cue.startMs, reachBefore(made, index) + cueLimits.gapMs);
  const lasting = cue.endMs - startMs >= leastMsOf(cue.text);
  const endMs = lasting ? cue.endMs : startMs + Math.min(cue.endMs - cue.startMs, leastMsOf(cue.text));
  return settleAfter(replaced(made, index, [{ ...cue, startMs, endMs }]), index);
}

function replaced(cues: readonly Cue[], index: number, by: readonly Cue[]): Cue[] {
  return [...cues.slice(0, index), ...by, ...cues.slice(index + 1)];
}
