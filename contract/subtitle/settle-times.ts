import { type Cue, cueLimits } from './cue.ts';

/** Until when what comes before a cue is shown. */
export function reachBefore(cues: readonly Cue[], index: number): number {
  let reach = Number.NEGATIVE_INFINITY;
  for (const { startMs, endMs } of cues.slice(0, index)) reach = Math.max(reach, startMs, endMs);
  return reach;
}

/** Those after a cue move on as far as they have to, and stay as long as they were; the first pause makes up for it. */
export function settleAfter(cues: readonly Cue[], index: number): Cue[] {
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

/** A cue with so much time: from the pause after it, then from the one before it, then from those that follow. */
export function withRoom(cues: readonly Cue[], index: number, leastMs: number): Cue[] {
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
