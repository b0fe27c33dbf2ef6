import type { ReadingLine } from '@lectern/contract/features/reading.ts';
import type { WorkLine } from './work-line.ts';

/** Replaces `removed` by `added`; `at` is an index into the lines before any change. */
export type Change = { at: number; removed: readonly WorkLine[]; added: readonly WorkLine[] };

/** Changes must be in order and must not overlap. Doesn't mutate `lines`. */
export function applyChanges(lines: readonly WorkLine[], changes: readonly Change[]): WorkLine[] {
  const next: WorkLine[] = [];
  let from = 0;
  const copyUntil = (end: number) => {
    for (; from < end; from += 1) next.push(lines[from] as WorkLine);
  };
  for (const { at, removed, added } of changes) {
    copyUntil(at);
    for (const line of added) next.push(line);
    from = at + removed.length;
  }
  copyUntil(lines.length);
  return next;
}

/** Changes that undo the given ones. */
export function inverseOf(changes: readonly Change[]): Change[] {
  let moved = 0;
  return changes.map(({ at, removed, added }) => {
    const place = at + moved;
    moved += added.length - removed.length;
    return { at: place, removed: added, added: removed };
  });
}

/** Whether lines are added, removed or moved; otherwise every index stays valid. */
export function movesLines(changes: readonly Change[]): boolean {
  return changes.some(
    ({ removed, added }) =>
      removed.length !== added.length || removed.some((line, index) => line.key !== added[index]?.key),
  );
}

/** Merges adjacent changed lines into one change, so a step that changes thousands of lines stays small. */
export function changesBetween(
  before: readonly WorkLine[],
  change: (line: WorkLine, at: number) => WorkLine,
): Change[] {
  const changes: { at: number; removed: WorkLine[]; added: WorkLine[] }[] = [];
  for (const [at, line] of before.entries()) {
    const changed = change(line, at);
    if (changed === line) continue;
    const last = changes.at(-1);
    if (last && last.at + last.removed.length === at) {
      last.removed.push(line);
      last.added.push(changed);
    } else changes.push({ at, removed: [line], added: [changed] });
  }
  return changes;
}

/** A caret or selection in a line. */
export type Caret = { key: number; from: number; to: number };

export type Step = {
  changes: readonly Change[];
  /** Where the caret was before and after, for undo and redo. */
  before: Caret | null;
  after: Caret | null;
  /** Present for typing that can be merged with the next keystroke: the line, and the time in milliseconds. */
  typing?: { key: number; until: number };
};

/** A linked list, so adding a step takes constant time. */
export type Past = { step: Step; rest: Past; length: number } | null;
export type History = { past: Past; future: Past };

export const noHistory: History = { past: null, future: null };

/** A pause this long starts a new undo step. */
export const typingPauseMs = 1_000;

export function push(chain: Past, step: Step): Past {
  return { step, rest: chain, length: (chain?.length ?? 0) + 1 };
}

/** Adds a step; continuous typing is merged with the previous step. */
export function record({ past }: History, step: Step): History {
  const last = past?.step;
  const goesOn =
    step.typing && last?.typing?.key === step.typing.key && last.typing.until >= step.typing.until - typingPauseMs;
  if (!past || !last || !goesOn) return { past: push(past, step), future: null };
  const [first, now] = [last.changes[0], step.changes[0]];
  if (!first || !now) return { past: push(past, step), future: null };
  const whole: Step = {
    ...step,
    before: last.before,
    changes: [{ at: first.at, removed: first.removed, added: now.added }],
  };
  return { past: push(past.rest, whole), future: null };
}

/** Changes that replace whole parts, such as with those of a draft. */
export function partsChange(
  lines: readonly WorkLine[],
  parts: readonly { number: number; lines: readonly ReadingLine[] }[],
  newKey: () => number,
): Change[] {
  return parts
    .toSorted((left, right) => left.number - right.number)
    .map(({ number, lines: given }) => {
      const found = lines.findIndex(({ part }) => part >= number);
      const at = found < 0 ? lines.length : found;
      const removed = lines.slice(at).filter(({ part }) => part === number);
      return { at, removed, added: given.map((line) => ({ ...line, key: newKey(), part: number })) };
    });
}
