import { editLine } from '@lectern/contract/text-edit/edit-line.ts';
import type { EditableLine } from '@lectern/contract/text-edit/editable-line.ts';
import { mergeLines } from '@lectern/contract/text-edit/merge-lines.ts';
import { earliest, shiftTimes as shifted } from '@lectern/contract/text-edit/shift-times.ts';
import { splitLine } from '@lectern/contract/text-edit/split-line.ts';
import { trustWords } from '@lectern/contract/text-edit/trust-words.ts';
import { inSlices } from '../../../lib/in-slices.ts';
import { changesBetween, typingPauseMs } from './change.ts';
import type { TextWork } from './text-work.ts';
import { type FindOptions, type FoundPlace, finderOf, placeAt, replacePlaces } from './word-places.ts';
import type { WorkLine } from './work-line.ts';

/** Applies typing to a line; typing without a pause is undone in one step. */
export function typeText(
  work: TextWork,
  key: number,
  text: string,
  caret: { from: number; to: number },
  now: number,
): boolean {
  return changeLine(work, key, (line) => editLine(line, text), {
    ...caret,
    typing: { key, until: now + typingPauseMs },
  });
}

type After = { from: number; to: number; typing?: { key: number; until: number } };

export function changeLine(work: TextWork, key: number, change: (line: WorkLine) => WorkLine, after?: After): boolean {
  const at = work.indexOf(key);
  const line = work.state.get().lines[at];
  if (!line) return false;
  const changed = change(line);
  if (changed === line) return false;
  const caret = after ? { key, from: after.from, to: after.to } : work.here();
  return work.perform({
    changes: [{ at, removed: [line], added: [changed] }],
    after: caret,
    ...(after?.typing && { typing: after.typing }),
  });
}

/** Enter: splits the line at the caret. */
export function splitAt(work: TextWork, key: number, offset: number): boolean {
  const at = work.indexOf(key);
  const line = work.state.get().lines[at];
  if (!line) return false;
  const halves = splitLine(line, offset);
  if (!halves) return false;
  const [first, second] = work.shape.parted(halves);
  const added = [first, { ...second, key: work.newKey() }];
  const after = { key: added[1]?.key ?? key, from: 0, to: 0 };
  return work.perform({ changes: [{ at, removed: [line], added }], after });
}

/** Backspace at the start: appends the line to the one before. Lines of different pages are not merged. */
export function mergeWithPrevious(work: TextWork, key: number): boolean {
  const at = work.indexOf(key);
  const { lines } = work.state.get();
  const [previous, line] = [lines[at - 1], lines[at]];
  if (!previous || !line || previous.part !== line.part) return false;
  const merged = work.shape.joined(mergeLines(previous, line));
  const caret = placeBefore(merged.text, line.text);
  const after = { key: previous.key, from: caret, to: caret };
  return work.perform({ changes: [{ at: at - 1, removed: [previous, line], added: [merged] }], after });
}

/** Offset at which a merged text continues with `end`, ignoring differences in spaces. */
function placeBefore(text: string, end: string): number {
  let left = end.replace(/\s/g, '').length;
  let at = text.length;
  for (; at > 0 && left > 0; at -= 1) if (!/\s/.test(text[at - 1] ?? '')) left -= 1;
  return at;
}

export function mergeWithNext(work: TextWork, key: number): boolean {
  const next = work.state.get().lines[work.indexOf(key) + 1];
  return next ? mergeWithPrevious(work, next.key) : false;
}

export function removeLine(work: TextWork, key: number): boolean {
  const at = work.indexOf(key);
  const { lines } = work.state.get();
  const line = lines[at];
  if (!line) return false;
  const neighbour = lines[at + 1] ?? lines[at - 1];
  const after = neighbour ? { key: neighbour.key, from: 0, to: 0 } : null;
  return work.perform({ changes: [{ at, removed: [line], added: [] }], after });
}

export type ShiftScope = 'line' | 'fromHere' | 'all';

/** Above this number of words, a shift is too slow for a keystroke. */
const shiftedAtOnce = 400;

/** Shifts the times of one line, of it and all after it, or of all. Returns whether anything was shifted. */
export function shiftTimes(work: TextWork, key: number, byMs: number, scope: ShiftScope): boolean {
  const here = work.indexOf(key);
  const { lines } = work.state.get();
  const at = scope === 'all' ? 0 : here;
  const removed = lines.slice(at, scope === 'line' ? here + 1 : lines.length);
  if (!Number.isFinite(earliest(removed)) || byOf(removed, byMs) === 0) return false;
  const shift = (some: WorkLine[], by: number) => shifted(some, { from: 0, to: some.length, byMs: by });
  if (removed.length <= shiftedAtOnce)
    return work.perform({ changes: [{ at, removed, added: shift(removed, byMs) }], after: work.here() });
  void changeMany(work, {
    from: () => (scope === 'all' ? 0 : Math.max(0, work.indexOf(key))),
    changeOf: (chosen) => {
      const by = byOf(chosen, byMs);
      return (line) => shift([line], by)[0] ?? line;
    },
  });
  return true;
}

/** Limits a shift so that the earliest line doesn't start before 0. */
function byOf(lines: readonly WorkLine[], byMs: number): number {
  return Math.max(Math.round(byMs), -earliest(lines));
}

export function setTimes(work: TextWork, key: number, startMs: number, endMs: number): boolean {
  return changeLine(work, key, (line) => timeLine(line, startMs, endMs));
}

export function setSpeaker(work: TextWork, key: number, speaker: string): boolean {
  return changeLine(work, key, (line) => {
    const name = speaker.trim();
    if (name === (line.speaker ?? '')) return line;
    const { speaker: _, ...rest } = line;
    return name === '' ? rest : { ...rest, speaker: name };
  });
}

/** Accepts the word at the caret as correct. */
export function acceptWord(work: TextWork, key: number, offset: number): boolean {
  return changeLine(work, key, (line) => {
    const place = placeAt(line, offset);
    return place && place.word.confidence !== null ? trustWords(line, place.index) : line;
  });
}

export function replaceOne(work: TextWork, place: FoundPlace, by: string): boolean {
  const to = place.from + by.length;
  return changeLine(work, place.key, (line) => replacePlaces(line, [place], by), { from: to, to });
}

/** Replaces all matches as one undo step; returns their number. */
export async function replaceAll(work: TextWork, options: FindOptions, by: string): Promise<number> {
  const find = finderOf(options);
  const counts = new Map<WorkLine, number>();
  const replace = (line: WorkLine) => {
    const places = find(line.text);
    if (places.length === 0) return line;
    const replaced = replacePlaces(line, places, by);
    counts.set(replaced, places.length);
    return replaced;
  };
  await changeMany(work, { from: () => 0, changeOf: () => replace });
  return work.state.get().lines.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0);
}

/** A line with new start and end; word times are clamped to them. */
function timeLine<Line extends EditableLine>(line: Line, startMs: number, endMs: number): Line {
  const start = Math.max(0, Math.round(startMs));
  const end = Math.max(start, Math.round(endMs));
  if (start === line.startMs && end === line.endMs) return line;
  const within = (ms: number) => Math.min(end, Math.max(start, ms));
  const words = line.words?.map((word) =>
    word.startMs === undefined || word.endMs === undefined
      ? word
      : { ...word, startMs: within(word.startMs), endMs: within(word.endMs) },
  );
  return { ...line, startMs: start, endMs: end, ...(words && { words }) };
}

type Change = {
  /** Index of the first affected line, read again after each pause because lines may have moved. */
  from: () => number;
  /** Returns a function that changes a line, or returns the same object to leave it as it is. */
  changeOf: (lines: readonly WorkLine[]) => (line: WorkLine) => WorkLine;
};

const pending = new WeakMap<TextWork, Promise<unknown>>();

/**
 * Changes many lines as one undo step without blocking the page; lines edited in the meantime are changed too. Runs
 * after any earlier such change.
 */
function changeMany(work: TextWork, wanted: Change): Promise<boolean> {
  const done = (pending.get(work) ?? Promise.resolve()).then(() => change(work, wanted));
  pending.set(work, done);
  return done;
}

async function change(work: TextWork, { from, changeOf }: Change): Promise<boolean> {
  const made = new Map<WorkLine, WorkLine>();
  const meant = work.state.get().lines.slice(from());
  const changeLine = changeOf(meant);
  // Start later, so whatever the click closes can close first.
  await inSlices(meant, (line) => made.set(line, changeLine(line)), undefined, 'later');
  const start = from();
  const changes = changesBetween(work.state.get().lines, (line, at) =>
    at < start ? line : (made.get(line) ?? changeLine(line)),
  );
  return work.perform({ changes, after: work.here() });
}
