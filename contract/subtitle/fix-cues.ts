import type { CueProblem } from './check-cues.ts';
import { type Cue, cueLimits } from './cue.ts';
import { leastMsOf } from './cue-measure.ts';
import { partsOf } from './readable-cue.ts';
import { wrapText } from './wrap-cue.ts';

/** Fixes one problem without causing a worse one; cues in the way are moved back as far as needed. */
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
      return rewrap(cues, index);
    case 'tooShort':
    case 'tooFast':
      return leastMsOf(cue.text) > cueLimits.mostMs ? part(cues, index) : withRoom(cues, index, leastMsOf(cue.text));
    case 'tooLong':
      return leastMsOf(cue.text) > cueLimits.mostMs
        ? part(cues, index)
        : replaced(cues, index, [{ ...cue, endMs: cue.startMs + cueLimits.mostMs }]);
  }
}

function rewrap(cues: readonly Cue[], index: number): Cue[] {
  const cue = cues[index];
  const text = cue && wrapText(cue.text);
  return cue && text !== undefined ? replaced(cues, index, [{ ...cue, text }]) : part(cues, index);
}

/** Splits a cue into several within its time; later cues move back if that time isn't enough. */
function part(cues: readonly Cue[], index: number): Cue[] {
  const cue = cues[index];
  if (!cue) return [...cues];
  const made = partsOf(cue, reachBefore(cues, index) + cueLimits.gapMs);
  return settleAfter(replaced(cues, index, made), index + made.length - 1);
}

/**
 * Resolves an overlap: first shortens the previous cue, then delays this one, as long as both stay readable; then
 * moves later cues back.
 */
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

/** When the last of the previous cues ends. */
function reachBefore(cues: readonly Cue[], index: number): number {
  let reach = Number.NEGATIVE_INFINITY;
  for (const { startMs, endMs } of cues.slice(0, index)) reach = Math.max(reach, startMs, endMs);
  return reach;
}

/** Moves later cues back as far as needed, keeping their durations; the first sufficient pause absorbs the delay. */
function settleAfter(cues: readonly Cue[], index: number): Cue[] {
  const settled = [...cues];
  let reach = reachBefore(cues, index + 1);
  for (let at = index + 1; at < settled.length; at += 1) {
    const cue = settled[at];
    if (!cue) break;
    const late = reach + cueLimits.gapMs - cue.startMs;
    if (late <= 0 && cue.endMs >= reach) break;
    const by = Math.max(0, late);
    settled[at] = { ...cue, startMs: cue.startMs + by, endMs: cue.endMs + by };
    reach = Math.max(reach, cue.startMs + by, cue.endMs + by);
  }
  return settled;
}

/** Extends a cue to `leastMs`: into the pause after it, then the pause before it, then by moving later cues back. */
function withRoom(cues: readonly Cue[], index: number, leastMs: number): Cue[] {
  const cue = cues[index];
  if (!cue) return [...cues];
  const wanted = Math.min(leastMs, cueLimits.mostMs);
  const next = cues[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
  const shown = Math.max(cue.endMs, cue.startMs);
  const endMs = Math.max(shown, Math.min(cue.startMs + wanted, next - cueLimits.gapMs));
  const earliest = Math.max(0, reachBefore(cues, index) + cueLimits.gapMs);
  const startMs = Math.min(cue.startMs, Math.max(earliest, endMs - wanted));
  const changed = { ...cue, startMs, endMs: Math.max(endMs, startMs + wanted) };
  return settleAfter([...cues.slice(0, index), changed, ...cues.slice(index + 1)], index);
}
