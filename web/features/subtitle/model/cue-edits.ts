import type { CueProblem } from '@lectern/contract/subtitle/check-cues.ts';
import { cueLimits } from '@lectern/contract/subtitle/cue.ts';
import { fixCue } from '@lectern/contract/subtitle/fix-cues.ts';
import { setTimes } from '../../../components/workbench/model/edits.ts';
import type { TextWork } from '../../../components/workbench/model/text-work.ts';
import type { WorkLine } from '../../../components/workbench/model/work-line.ts';
import { putCues } from './cue-changes.ts';
import { cuesOf, lineOf } from './cue-lines.ts';

const usualMs = 2_000;

/** Adds an empty cue at this time, or after the cue shown at that time. */
export function addCue(work: TextWork, ms: number): boolean {
  const { lines } = work.state.get();
  const found = lines.findIndex((line) => (line.startMs ?? 0) > ms);
  const at = found < 0 ? lines.length : found;
  const reach = lines[at - 1]?.endMs;
  const startMs = Math.max(0, Math.round(ms), reach === undefined ? 0 : reach + cueLimits.gapMs);
  const room = (lines[at]?.startMs ?? Number.POSITIVE_INFINITY) - cueLimits.gapMs - startMs;
  const endMs = startMs + (room >= cueLimits.leastMs ? Math.min(usualMs, room) : cueLimits.leastMs);
  const line = lineOf({ startMs, endMs, text: '' }, work.newKey());
  return work.perform({ changes: [{ at, removed: [], added: [line] }], after: { key: line.key, from: 0, to: 0 } });
}

export function fixProblem(work: TextWork, problem: CueProblem): boolean {
  return putCues(work, fixCue(cuesOf(work.state.get().lines), problem));
}

type Edge = 'start' | 'end';

/** Moves the start or end of a cue; the end never comes before the start. */
export function moveEdge(work: TextWork, line: WorkLine, edge: Edge, byMs: number): boolean {
  const { startMs = 0, endMs = 0 } = line;
  return edge === 'start'
    ? setTimes(work, line.key, Math.min(startMs + byMs, endMs), endMs)
    : setTimes(work, line.key, startMs, Math.max(endMs + byMs, startMs));
}

/** Moves a cue without changing its duration. */
export function moveCue(work: TextWork, line: WorkLine, byMs: number): boolean {
  const { startMs = 0, endMs = 0 } = line;
  const by = Math.max(byMs, -startMs);
  return setTimes(work, line.key, startMs + by, endMs + by);
}
