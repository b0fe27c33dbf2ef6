import { type Cue, cueLimits } from './cue.ts';
import { leastMsOf } from './cue-measure.ts';
import type { Group } from './group-tokens.ts';

const lingerMs = 400;
const leadMs = 700;

/**
 * Times for texts in order: each is shown while it is said, and as long as it takes to read. What is said too fast is shown
 * a little earlier where there is room, and otherwise later; the next pause makes up for it. Where none comes, the words go
 * first: no cue begins later than `latestMs` after what it says, and those that hold the next one up are shown for less than
 * it takes to read them, though never so short that nobody sees them.
 */
export function placeCues(groups: readonly Group[], { from = 0, latestMs = Number.POSITIVE_INFINITY } = {}): Cue[] {
  let free = Math.max(0, from);
  return groups.map((group, at) => {
    const next = groups[at + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const wholeMs = shownMs(group.text);
    const missing = Math.max(0, group.startMs + wholeMs + cueLimits.gapMs - next);
    const startMs = Math.max(free, group.startMs - Math.min(missing, leadMs));
    const wanted = Math.min(group.endMs + lingerMs, next - cueLimits.gapMs, startMs + cueLimits.mostMs);
    const room = next + latestMs - cueLimits.gapMs - startMs;
    const endMs = Math.max(startMs + Math.min(wholeMs, Math.max(cueLimits.leastMs, room)), wanted);
    free = endMs + cueLimits.gapMs;
    return { startMs, endMs, text: group.text };
  });
}

/** With a character more for the end of a line: whoever counts it finds the text no faster. */
function shownMs(text: string): number {
  return leastMsOf(text.replaceAll('\n', ' \u00a0'));
}
