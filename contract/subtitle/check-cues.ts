import { isSeen } from './clean-cue-text.ts';
import { type Cue, cueLimits } from './cue.ts';
import { displayWidth, isTooFast, lineRoom } from './cue-measure.ts';
import { linesOf } from './wrap-cue.ts';

/** Ordered by severity, worst first. */
export const cueProblemKinds = [
  'outOfOrder',
  'overlap',
  'empty',
  'tooManyLines',
  'lineTooLong',
  'tooFast',
  'tooShort',
  'tooLong',
  'gapTooShort',
] as const;
export type CueProblemKind = (typeof cueProblemKinds)[number];
export type CueProblem = { kind: CueProblemKind; index: number };

/** All readability problems in cue order; each cue's problems are listed worst first. */
export function checkCues(cues: readonly Cue[]): CueProblem[] {
  const problems: CueProblem[] = [];
  let [lastStart, lastEnd] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [index, cue] of cues.entries()) {
    for (const kind of problemsAfter(cue, lastStart, lastEnd)) problems.push({ kind, index });
    lastStart = Math.max(lastStart, cue.startMs);
    lastEnd = Math.max(lastEnd, cue.endMs);
  }
  return problems;
}

/** Problems of one cue: its own, plus those caused by how far the previous cues extend. */
export function problemsAfter(
  cue: Cue,
  lastStart: number,
  lastEnd: number,
  own: readonly CueProblemKind[] = ownProblems(cue),
): CueProblemKind[] {
  const gap = cue.startMs - lastEnd;
  const found: CueProblemKind[] = [];
  if (cue.startMs < lastStart) found.push('outOfOrder');
  if (gap < 0) found.push('overlap');
  found.push(...own);
  if (gap >= 0 && gap < cueLimits.gapMs) found.push('gapTooShort');
  return found;
}

const ownKinds = ['empty', 'tooManyLines', 'lineTooLong', 'tooFast', 'tooShort', 'tooLong'] as const;

/** Problems that depend only on the cue's text and duration, not on its neighbours. */
export function ownProblems(cue: Cue): CueProblemKind[] {
  const { startMs, endMs, text } = cue;
  const found: Record<(typeof ownKinds)[number], boolean> = {
    ...textProblems(text),
    tooFast: isTooFast(cue),
    tooShort: endMs - startMs < cueLimits.leastMs,
    tooLong: endMs - startMs > cueLimits.mostMs,
  };
  return ownKinds.filter((kind) => found[kind]);
}

function textProblems(text: string): Record<'empty' | 'tooManyLines' | 'lineTooLong', boolean> {
  const lines = linesOf(text);
  return {
    empty: !isSeen(text),
    tooManyLines: lines.length > cueLimits.lines,
    lineTooLong: lines.some((line) => displayWidth(line.trim()) > lineRoom),
  };
}
