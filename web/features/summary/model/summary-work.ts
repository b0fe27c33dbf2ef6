import { createStore } from '../../../lib/store.ts';
import { type EditedSummary, sameSummary } from './edited-summary.ts';

type Work = {
  value: EditedSummary;
  saved: EditedSummary;
  past: readonly EditedSummary[];
  future: readonly EditedSummary[];
};

/** Keys that follow each other in one field are undone together, until one pauses this long. */
const pauseMs = 1_000;

/** A summary with all that was done to it, to be undone without end. */
export function createSummaryWork(start: EditedSummary) {
  const state = createStore<Work>({ value: start, saved: start, past: [], future: [] });
  let typing: { field: string; at: number } | null = null;
  return {
    state,
    /** `field`: what is typed into; such steps become one as long as nobody pauses. */
    perform(change: (value: EditedSummary) => EditedSummary, field?: string): void {
      const { value, past, saved } = state.get();
      const next = change(value);
      if (next === value) return;
      const now = Date.now();
      const goesOn = field !== undefined && typing?.field === field && now - typing.at < pauseMs;
      typing = field === undefined ? null : { field, at: now };
      state.set({ value: next, saved, past: goesOn ? past : [...past, value], future: [] });
    },
    undo(): void {
      const { value, past, future, saved } = state.get();
      const before = past.at(-1);
      typing = null;
      if (before) state.set({ value: before, saved, past: past.slice(0, -1), future: [value, ...future] });
    },
    redo(): void {
      const { value, past, future, saved } = state.get();
      const [after, ...rest] = future;
      typing = null;
      if (after) state.set({ value: after, saved, past: [...past, value], future: rest });
    },
    /** What is on screen is stored now, with what was looked up for it; what was typed since stays. */
    markSaved(sent: EditedSummary, stored: EditedSummary): void {
      const { value, past, future } = state.get();
      typing = null;
      state.set({ value: value === sent ? stored : value, saved: stored, past, future });
    },
    /** Goes on from another result; what was on screen can be brought back by Undo. */
    rebase(stored: EditedSummary, value: EditedSummary): void {
      const { value: before, past } = state.get();
      typing = null;
      state.set({ value, saved: stored, past: [...past, before], future: [] });
    },
  };
}
export type SummaryWork = ReturnType<typeof createSummaryWork>;

export function isUnsaved({ value, saved }: Work): boolean {
  return !sameSummary(value, saved);
}
