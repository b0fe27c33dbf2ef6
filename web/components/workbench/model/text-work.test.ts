import type { ReadingLine } from '@lectern/contract/features/reading.ts';
import { describe, expect, it } from 'vitest';
import { changedParts } from '../draft-keeper.ts';
import { partsChange } from './change.ts';
import { nextDoubtful, nextSuspect } from './doubtful.ts';
import {
  acceptWord,
  mergeWithPrevious,
  replaceAll,
  setSpeaker,
  setTimes,
  shiftTimes,
  splitAt,
  typeText,
} from './edits.ts';
import { lineAtTime } from './line-at-time.ts';
import { createTextWork, isUnsaved, type TextWork } from './text-work.ts';
import { linesOf } from './work-line.ts';

const word = (text: string, startMs: number, confidence: number | null = 0.95) => ({
  text,
  confidence,
  startMs,
  endMs: startMs + 400,
});

function line(text: string, startMs: number, doubtful: string[] = []): ReadingLine {
  const words = text.split(' ').map((one, at) => word(one, startMs + at * 500, doubtful.includes(one) ? 0.3 : 0.95));
  return { text, confidence: 0.9, startMs, endMs: (words.at(-1)?.endMs ?? startMs) + 100, words };
}

function workOf(...parts: ReadingLine[][]): TextWork {
  const given = parts.map((lines, at) => ({ number: at + 1, width: null, height: null, rotation: null, lines }));
  return createTextWork((newKey) => linesOf(given, newKey));
}

const texts = (work: TextWork) => work.state.get().lines.map(({ text }) => text);
const keyOf = (work: TextWork, at: number) => work.state.get().lines[at]?.key ?? -1;
const end = (text: string) => ({ from: text.length, to: text.length });
const type = (work: TextWork, at: number, text: string, now = 0) =>
  typeText(work, keyOf(work, at), text, end(text), now);

describe('an edited text', () => {
  it('changes one line and keeps every other object', () => {
    const work = workOf([line('the cell wall', 0), line('and its parts', 2_000)]);
    const before = work.state.get().lines;
    type(work, 0, 'the cells wall');
    const after = work.state.get().lines;
    expect(texts(work)).toEqual(['the cells wall', 'and its parts']);
    expect(after[1]).toBe(before[1]);
    expect(before[0]?.text).toBe('the cell wall');
    expect(work.state.get().order).toBe(0);
  });

  it('undoes continuous typing as one step, and typing after a pause as another', () => {
    const work = workOf([line('a', 0)]);
    type(work, 0, 'ab', 0);
    type(work, 0, 'abc', 300);
    type(work, 0, 'abcd', 2_000);
    work.undo();
    expect(texts(work)).toEqual(['abc']);
    work.undo();
    expect(texts(work)).toEqual(['a']);
    expect(work.undo()).toBe(false);
    work.redo();
    work.redo();
    expect(texts(work)).toEqual(['abcd']);
    expect(work.redo()).toBe(false);
  });

  it('undoes and redoes ten thousand steps one by one', () => {
    const work = workOf([line('0', 0)]);
    for (let step = 1; step <= 10_000; step += 1) type(work, 0, String(step), step * 5_000);
    let undone = 0;
    while (work.undo()) undone += 1;
    expect(undone).toBe(10_000);
    expect(texts(work)).toEqual(['0']);
    while (work.redo());
    expect(texts(work)).toEqual(['10000']);
  });

  it('clears redo after a new edit', () => {
    const work = workOf([line('a', 0)]);
    type(work, 0, 'b');
    work.undo();
    type(work, 0, 'c', 9_000);
    expect(work.redo()).toBe(false);
    expect(texts(work)).toEqual(['c']);
  });

  it('splits a line at the caret and merges it again, with word times', () => {
    const work = workOf([line('one two three four', 0)]);
    splitAt(work, keyOf(work, 0), 8);
    expect(texts(work)).toEqual(['one two', 'three four']);
    expect(work.state.get().lines.map(({ startMs }) => startMs)).toEqual([0, 1_000]);
    expect(work.caret.get()).toMatchObject({ key: keyOf(work, 1), from: 0 });
    expect(work.state.get().order).toBe(1);
    mergeWithPrevious(work, keyOf(work, 1));
    expect(texts(work)).toEqual(['one two three four']);
    expect(work.caret.get()).toMatchObject({ from: 8, to: 8 });
    work.undo();
    work.undo();
    expect(work.state.get().lines).toHaveLength(1);
  });

  it('doesn’t merge lines of different pages', () => {
    const work = workOf([line('page one', 0)], [line('page two', 0)]);
    expect(mergeWithPrevious(work, keyOf(work, 1))).toBe(false);
  });

  it('shifts one line, the rest or all, but never before the start', () => {
    const work = workOf([line('a', 1_000), line('b', 2_000), line('c', 3_000)]);
    const starts = () => work.state.get().lines.map(({ startMs }) => startMs);
    shiftTimes(work, keyOf(work, 1), 250, 'line');
    expect(starts()).toEqual([1_000, 2_250, 3_000]);
    shiftTimes(work, keyOf(work, 1), 100, 'fromHere');
    expect(starts()).toEqual([1_000, 2_350, 3_100]);
    shiftTimes(work, keyOf(work, 0), -5_000, 'all');
    expect(starts()).toEqual([0, 1_350, 2_100]);
    expect(work.state.get().lines[2]?.words?.[0]?.startMs).toBe(2_100);
    work.undo();
    expect(starts()).toEqual([1_000, 2_350, 3_100]);
  });

  it('changes the start and end of a line and adjusts its words', () => {
    const work = workOf([line('one two', 1_000)]);
    setTimes(work, keyOf(work, 0), 1_200, 1_600);
    expect(work.state.get().lines[0]).toMatchObject({ startMs: 1_200, endMs: 1_600 });
    for (const { startMs = 0, endMs = 0 } of work.state.get().lines[0]?.words ?? []) {
      expect(startMs).toBeGreaterThanOrEqual(1_200);
      expect(endMs).toBeLessThanOrEqual(1_600);
    }
  });

  it('sets and removes a speaker', () => {
    const work = workOf([line('hello', 0)]);
    setSpeaker(work, keyOf(work, 0), ' Anna ');
    expect(work.state.get().lines[0]?.speaker).toBe('Anna');
    expect(setSpeaker(work, keyOf(work, 0), 'Anna')).toBe(false);
    setSpeaker(work, keyOf(work, 0), '');
    expect(work.state.get().lines[0]).not.toHaveProperty('speaker');
  });

  it('replaces all occurrences, or whole words only, and undoes that as one step', async () => {
    const work = workOf([line('a cat and a Cat', 0), line('concatenate cat', 5_000)]);
    const options = { query: 'cat', wholeWord: true, matchCase: false };
    expect(await replaceAll(work, options, 'dog')).toBe(3);
    expect(texts(work)).toEqual(['a dog and a dog', 'concatenate dog']);
    work.undo();
    expect(texts(work)).toEqual(['a cat and a Cat', 'concatenate cat']);
    expect(await replaceAll(work, { ...options, wholeWord: false, matchCase: true }, 'dog')).toBe(3);
    expect(texts(work)).toEqual(['a dog and a Cat', 'condogenate dog']);
  });

  it('knows whether it has unsaved changes, even after undoing', () => {
    const work = workOf([line('a', 0)]);
    expect(isUnsaved(work.state.get())).toBe(false);
    type(work, 0, 'b');
    expect(isUnsaved(work.state.get())).toBe(true);
    work.undo();
    expect(isUnsaved(work.state.get())).toBe(false);
    work.redo();
    work.markSaved();
    expect(isUnsaved(work.state.get())).toBe(false);
    work.undo();
    expect(isUnsaved(work.state.get())).toBe(true);
  });

  it('lists the changed parts, and none after undoing everything', () => {
    const work = workOf([line('a', 0)], [line('b', 0)], [line('c', 0)]);
    const stored = work.state.get().lines;
    type(work, 1, 'bb');
    const changed = changedParts(stored, work.state.get().lines);
    expect(changed.map(({ number }) => number)).toEqual([2]);
    expect(changed[0]?.lines[0]).toMatchObject({ text: 'bb' });
    expect(changed[0]?.lines[0]).not.toHaveProperty('key');
    work.undo();
    expect(changedParts(stored, work.state.get().lines)).toEqual([]);
  });

  it('applies a draft as one step', () => {
    const work = workOf([line('a', 0)], [line('b', 0)], [line('c', 0)]);
    const draft = [
      { number: 3, lines: [line('c1', 0), line('c2', 900)] },
      { number: 2, lines: [] },
    ];
    work.perform({ changes: partsChange(work.state.get().lines, draft, work.newKey), after: null });
    expect(texts(work)).toEqual(['a', 'c1', 'c2']);
    work.undo();
    expect(texts(work)).toEqual(['a', 'b', 'c']);
  });
});

describe('uncertain words', () => {
  const doubtful = () =>
    workOf([
      line('one twu three', 0, ['twu']),
      line('all right', 2_000),
      line('fuor and fife', 4_000, ['fuor', 'fife']),
    ]);

  it('are visited in order, round the end and backwards', () => {
    const work = doubtful();
    const { lines } = work.state.get();
    const seen: string[] = [];
    let at = nextDoubtful(lines, null, 1);
    for (let step = 0; step < 4 && at; step += 1) {
      const place = at;
      seen.push(work.lineOf(place.key)?.text.slice(place.from, place.to) ?? '');
      at = nextDoubtful(lines, place, 1);
    }
    expect(seen).toEqual(['twu', 'fuor', 'fife', 'twu']);
    const first = nextDoubtful(lines, null, 1);
    const back = first && nextDoubtful(lines, first, -1);
    expect(back && work.lineOf(back.key)?.text.slice(back.from, back.to)).toBe('fife');
  });

  it('end when someone edits or confirms them', () => {
    const work = doubtful();
    expect(work.state.get().doubtful).toBe(3);
    type(work, 0, 'one two three');
    expect(work.state.get().doubtful).toBe(2);
    acceptWord(work, keyOf(work, 2), 1);
    expect(work.state.get().doubtful).toBe(1);
    work.undo();
    expect(work.state.get().doubtful).toBe(2);
  });

  it('don’t exist in a certain text', () => {
    expect(nextDoubtful(workOf([line('sure', 0)]).state.get().lines, null, 1)).toBeUndefined();
    expect(nextDoubtful([], null, 1)).toBeUndefined();
  });

  it('include lines that may not have been said at all', () => {
    const work = workOf([line('a', 0), { ...line('b', 900), suspects: ['tooFast'] }, line('c', 2_000)]);
    expect(nextSuspect(work.state.get().lines, null, 1)?.text).toBe('b');
    expect(nextSuspect(work.state.get().lines, keyOf(work, 2), 1)?.text).toBe('b');
  });
});

describe('the line at a time', () => {
  it('is the last one that has started', () => {
    const { lines } = workOf([line('a', 1_000), line('b', 2_000)]).state.get();
    expect([0, 1_000, 1_999, 2_000, 99_000].map((ms) => lineAtTime(lines, ms))).toEqual([-1, 0, 0, 1, 1]);
  });
});
