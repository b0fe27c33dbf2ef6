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
  /** Another number whenever lines came, went or changed places. */
  order: number;
  history: History;
  /** Where in the history the stored text is. */
  saved: Past;
  /** Words that the machine is not sure of, and lines that may not have been said at all. */
  doubtful: number;
  suspects: number;
};

/** Where the caret was sent; a new object each time, so that it is followed again. */
export type Sent = Caret & { by: 'hand' | 'time' };

type Edit = { changes: readonly Change[]; after: Caret | null; typing?: Step['typing'] };

/** A text that is worked on: its lines, all that was done to them, and where one is. Lives outside React. */
export type TextWork = {
  state: Store<WorkState>;
  /** The line that is worked in, and what is selected there. */
  caret: Store<Sent | null>;
  shape: LineShape;
  newKey(): number;
  lineOf(key: number): WorkLine | undefined;
  indexOf(key: number): number;
  /** Says whether it changed anything. */
  perform(edit: Edit): boolean;
  undo(): boolean;
  redo(): boolean;
  go(caret: Caret, by?: Sent['by']): void;
  /** The line that is to be seen, without going into it; a new object each time. */
  sight: Store<{ key: number } | null>;
  reveal(key: number): void;
  /** The caret moved by itself: nobody needs to be sent there. */
  noteCaret(caret: Caret): void;
  /** What is on screen is stored; or was, at an earlier place of the history. */
  markSaved(at?: Past): void;
  /** Where one really is, which a caret that was moved by hand is not told of. */
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
  // What a change costs is as much as it changes: all that is known of the other lines stays.
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
      // Anyone who moves a line on a timeline stays there.
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
      // What is done again is a step by itself: typing goes on in a new one.
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

/** Whether something is on screen that is not stored. */
export function isUnsaved({ history, saved }: WorkState): boolean {
  return history.past !== saved;
}

/** What a kind of text asks of lines that are cut or joined, such as a pause between two cues. */
export type LineShape = {
  parted(halves: [WorkLine, WorkLine]): [WorkLine, WorkLine];
  joined(line: WorkLine): WorkLine;
};

const plainShape: LineShape = { parted: (halves) => halves, joined: (line) => line };
