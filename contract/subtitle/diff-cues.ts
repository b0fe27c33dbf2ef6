import type { Cue } from './cue.ts';

export const cueChanges = ['same', 'changed', 'retimed', 'added', 'removed'] as const;
type CueChange = (typeof cueChanges)[number];
/** Indexes into the old and new list; null when the cue is missing there. */
type CueDifference = { change: CueChange; before: number | null; after: number | null };

/** Compares two cue lists. Cues that overlap for most of their duration count as the same cue. */
export function diffCues(before: readonly Cue[], after: readonly Cue[]): CueDifference[] {
  const differences: CueDifference[] = [];
  let [left, right] = [0, 0];
  while (left < before.length || right < after.length) {
    const [old, made] = [before[left], after[right]];
    if (old && made && isSameTime(old, made)) {
      differences.push({ change: changeOf(old, made), before: left, after: right });
      left += 1;
      right += 1;
    } else if (old && (!made || middle(old) <= middle(made))) {
      differences.push({ change: 'removed', before: left, after: null });
      left += 1;
    } else {
      differences.push({ change: 'added', before: null, after: right });
      right += 1;
    }
  }
  return differences;
}

function changeOf(old: Cue, made: Cue): CueChange {
  if (old.text !== made.text) return 'changed';
  return old.startMs === made.startMs && old.endMs === made.endMs ? 'same' : 'retimed';
}

function middle({ startMs, endMs }: Cue): number {
  return (startMs + endMs) / 2;
}

function isSameTime(left: Cue, right: Cue): boolean {
  const shared = Math.min(left.endMs, right.endMs) - Math.max(left.startMs, right.startMs);
  const shorter = Math.min(left.endMs - left.startMs, right.endMs - right.startMs);
  if (left.startMs === right.startMs && left.endMs === right.endMs) return true;
  return shared > 0 && shared * 2 > shorter;
}

export function countChanges(differences: readonly CueDifference[]): Record<CueChange, number> {
  const counts: Record<CueChange, number> = { same: 0, changed: 0, retimed: 0, added: 0, removed: 0 };
  for (const { change } of differences) counts[change] += 1;
  return counts;
}
