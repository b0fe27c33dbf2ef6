import type { Change } from './change.ts';

/** A place in the text: a line and what is selected in it. */
export type Caret = { key: number; from: number; to: number };

export type Step = {
  changes: readonly Change[];
  /** Where one was before and after, to be there again. */
  before: Caret | null;
  after: Caret | null;
  /** Present while it is typing that may go on: in which line, and until when. */
  typing?: { key: number; until: number };
};

/** Steps in a chain: adding one costs the same however many there are. */
export type Past = { step: Step; rest: Past; length: number } | null;
export type History = { past: Past; future: Past };

export const noHistory: History = { past: null, future: null };

/** A pause of so long ends what one undo takes back. */
export const typingPauseMs = 1_000;

export function push(chain: Past, step: Step): Past {
  return { step, rest: chain, length: (chain?.length ?? 0) + 1 };
}

/** One more step done; typing that goes on becomes one with what was typed just before. */
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
