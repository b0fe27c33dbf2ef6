import { createStore, type Store } from '../../../lib/store.ts';
import {
  applyChanges,
  type Caret,
  type Change,
  type History,
  inverseOf,
  movesLines,
  noHistory,
  type Past,
  push,
  record,
  type Step,
} from './change.ts';
import { doubtfulOf } from './doubtful.ts';
import type { WorkLine } from './work-line.ts';

type WorkState = {
  lines: readonly WorkLine[];
  /** Incremented whenever lines are added, removed or moved. */
  order: number;
  history: History;
  /** History position of the saved text. */
  saved: Past;
  /** Numbers of words the machine is unsure of, and of lines that may not have been said at all. */
  doubtful: number;
  suspects: number;
};

/** Where the caret was sent; a new object each time, so that sending it to the same place works again. */
export type Sent = Caret & { by: 'hand' | 'time' };

type Edit = { changes: readonly Change[]; after: Caret | null; typing?: Step['typing'] };

/** The state of a text being edited: lines, history and caret. Lives outside React. */
export type TextWork = {
  state: Store<WorkState>;
  /** The line being edited, and the selection in it. */
  caret: Store<Sent | null>;
  shape: LineShape;
  newKey(): number;
  lineOf(key: number): WorkLine | undefined;
  indexOf(key: number): number;
  /** Returns whether anything changed. */
  perform(edit: Edit): boolean;
  undo(): boolean;
  redo(): boolean;
  go(caret: Caret, by?: Sent['by']): void;
  /** A line to scroll to without moving the caret; a new object each time. */
  sight: Store<{ key: number } | null>;
  reveal(key: number): void;
  /** Records a caret moved by the user, without sending it anywhere. */
  noteCaret(caret: Caret): void;
  /** Marks the current text, or an earlier history position, as saved. */
  markSaved(at?: Past): void;
  /** The actual caret, including moves by the user, which `caret` doesn't report. */
  here(): Caret | null;
};

export function createTextWork(
  linesOf: (newKey: () => number) => readonly WorkLine[],
  shape: LineShape = plainShape,
): TextWork {
  let keys = 0;
  const newKey = () => {
    keys += 1;
    return keys;
  };
  const lines = linesOf(newKey);
  const byKey = new Map(lines.map((line) => [line.key, line]));
  const state = createStore<WorkState>({ lines, order: 0, history: noHistory, saved: null, ...tally(lines) });
  const caret = createStore<Sent | null>(null);
  const sight = createStore<{ key: number } | null>(null);
  let here: Caret | null = null;
  const indexOf = (key: number) => state.get().lines.findIndex((line) => line.key === key);
  const go = (to: Caret, by: Sent['by'] = 'hand') => {
    here = { key: to.key, from: to.from, to: to.to };
    caret.set({ ...here, by });
  };
  // Updates only what changed, so an edit costs the same in a long text.
  const change = (changes: readonly Change[], history: History) => {
    const moves = movesLines(changes);
    if (moves) for (const { removed } of changes) for (const { key } of removed) byKey.delete(key);
    for (const { added } of changes) for (const line of added) byKey.set(line.key, line);
    const [gone, come] = [tallyOf(changes, 'removed'), tallyOf(changes, 'added')];
    state.update((known) => ({
      ...known,
      lines: applyChanges(known.lines, changes),
      order: moves ? known.order + 1 : known.order,
      history,
      doubtful: known.doubtful - gone.doubtful + come.doubtful,
      suspects: known.suspects - gone.suspects + come.suspects,
    }));
  };
  return {
    state,
    caret,
    sight,
    reveal: (key) => sight.set({ key }),
    shape,
    newKey,
    indexOf,
    go,
    here: () => here,
    lineOf: (key) => byKey.get(key),
    noteCaret(at) {
      here = at;
    },
    perform({ changes, after, typing }) {
      if (changes.length === 0) return false;
      const step: Step = { changes, before: here, after, ...(typing && { typing }) };
      change(changes, record(state.get().history, step));
      if (typing) here = after;
      // If the line is already active, keep how it was chosen, so dragging it on a timeline doesn't move the focus.
      else if (after) go(after, after.key === caret.get()?.key ? caret.get()?.by : 'hand');
      return true;
    },
    undo() {
      const { past, future } = state.get().history;
      if (!past) return false;
      change(inverseOf(past.step.changes), { past: past.rest, future: push(future, past.step) });
      if (past.step.before) go(past.step.before);
      return true;
    },
    redo() {
      const { past, future } = state.get().history;
      if (!future) return false;
      // Redone typing is a closed step, so new typing isn't merged into it.
      const { typing: _, ...step } = future.step;
      change(step.changes, { past: push(past, step), future: future.rest });
      if (step.after) go(step.after);
      return true;
    },
    markSaved: (at) => state.update((known) => ({ ...known, saved: at === undefined ? known.history.past : at })),
  };
}

type Tally = Pick<WorkState, 'doubtful' | 'suspects'>;

function tally(lines: readonly WorkLine[]): Tally {
  let [doubtful, suspects] = [0, 0];
  for (const line of lines) {
    doubtful += doubtfulOf(line);
    if (line.suspects?.length) suspects += 1;
  }
  return { doubtful, suspects };
}

function tallyOf(changes: readonly Change[], side: 'removed' | 'added'): Tally {
  let [doubtful, suspects] = [0, 0];
  for (const change of changes) {
    const one = tally(change[side]);
    doubtful += one.doubtful;
    suspects += one.suspects;
  }
  return { doubtful, suspects };
}

export function isUnsaved({ history, saved }: WorkState): boolean {
  return history.past !== saved;
}

/** What a kind of text requires when lines are split or merged, such as a gap between two cues. */
export type LineShape = {
  parted(halves: [WorkLine, WorkLine]): [WorkLine, WorkLine];
  joined(line: WorkLine): WorkLine;
};

const plainShape: LineShape = { parted: (halves) => halves, joined: (line) => line };
