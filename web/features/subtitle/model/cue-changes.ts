import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import { diffCues } from '@lectern/contract/subtitle/diff-cues.ts';
import type { Change } from '../../../components/workbench/model/change.ts';
import type { TextWork } from '../../../components/workbench/model/text-work.ts';
import type { WorkLine } from '../../../components/workbench/model/work-line.ts';
import { cuesOf, isSameCue, lineOf } from './cue-lines.ts';

/** The single change that turns the lines into these cues; edited cues keep their line key. */
function changesTo(lines: readonly WorkLine[], cues: readonly Cue[], newKey: () => number): Change[] {
  const { head, end, moved } = changedStretch(lines, cues, same);
  const removed = lines.slice(head, end - moved);
  const wanted = cues.slice(head, end);
  if (removed.length === 0 && wanted.length === 0) return [];
  const kept = new Map<number, WorkLine>();
  for (const { before, after } of diffCues(cuesOf(removed), wanted)) {
    const line = before === null ? undefined : removed[before];
    if (line && after !== null) kept.set(after, line);
  }
  const added = wanted.map((cue, at) => {
    const line = kept.get(at);
    if (!line) return lineOf(cue, newKey());
    return isSameCue(line, cue) ? line : { ...line, ...cue };
  });
  return [{ at: head, removed, added }];
}

function same(line: WorkLine | undefined, cue: Cue | undefined): boolean {
  return line !== undefined && cue !== undefined && isSameCue(line, cue);
}

/** Replaces the cues on screen in one undo step; returns whether anything changed. */
export function putCues(work: TextWork, cues: readonly Cue[]): boolean {
  const { lines } = work.state.get();
  return work.perform({ changes: changesTo(lines, cues, work.newKey), after: work.here() });
}

/** Finds the changed range: from `head` to `end` in the new list; everything after it shifted by `moved`. */
export function changedStretch<Before, After>(
  before: readonly Before[],
  after: readonly After[],
  same: (left: Before | undefined, right: After | undefined) => boolean = Object.is,
): { head: number; end: number; moved: number } {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && same(before[head], after[head])) head += 1;
  let tail = 0;
  while (tail < most - head && same(before[before.length - 1 - tail], after[after.length - 1 - tail])) tail += 1;
  return { head, end: after.length - tail, moved: after.length - before.length };
}
