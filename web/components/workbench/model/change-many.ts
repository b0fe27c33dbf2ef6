import { inSlices } from '../../../lib/in-slices.ts';
import { changesBetween } from './change.ts';
import type { TextWork } from './text-work.ts';
import type { WorkLine } from './work-line.ts';

type Change = {
  /** The first line that is meant, at the time when it is asked. */
  from: () => number;
  /** What is done to each of the lines that are meant; the same line again: it stays as it is. */
  changeOf: (lines: readonly WorkLine[]) => (line: WorkLine) => WorkLine;
};

const pending = new WeakMap<TextWork, Promise<unknown>>();

/**
 * Changes many lines as one step that is undone as one, and lets the page answer meanwhile: what is typed in between is
 * changed as well. One such change waits for the one before it.
 */
export function changeMany(work: TextWork, wanted: Change): Promise<boolean> {
  const done = (pending.get(work) ?? Promise.resolve()).then(() => change(work, wanted));
  pending.set(work, done);
  return done;
}

async function change(work: TextWork, { from, changeOf }: Change): Promise<boolean> {
  const made = new Map<WorkLine, WorkLine>();
  const meant = work.state.get().lines.slice(from());
  const changeLine = changeOf(meant);
  // Later: whatever the click closes is gone first.
  await inSlices(meant, (line) => made.set(line, changeLine(line)), undefined, 'later');
  const start = from();
  const changes = changesBetween(work.state.get().lines, (line, at) =>
    at < start ? line : (made.get(line) ?? changeLine(line)),
  );
  return work.perform({ changes, after: work.here() });
}
