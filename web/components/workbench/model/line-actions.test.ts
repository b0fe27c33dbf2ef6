import { describe, expect, it } from 'vitest';
import { clearSuspects, moveLine, renameSpeaker, speakersIn } from './line-actions.ts';
import { createTextWork, type TextWork } from './text-work.ts';
import type { WorkLine } from './work-line.ts';

const workOf = (lines: readonly Partial<WorkLine>[]) =>
  createTextWork((newKey) => lines.map((line) => ({ text: '', confidence: null, part: 1, ...line, key: newKey() })));
const texts = (work: TextWork) => work.state.get().lines.map(({ text }) => text);

describe('the order of lines', () => {
  it('is changed line by line, with undo', () => {
    const work = workOf([{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
    expect(moveLine(work, 3, -1)).toBe(true);
    expect(moveLine(work, 3, -1)).toBe(true);
    expect(texts(work)).toEqual(['c', 'a', 'b']);
    expect(moveLine(work, 3, -1)).toBe(false);
    expect(moveLine(work, 3, 1)).toBe(true);
    expect(texts(work)).toEqual(['a', 'c', 'b']);
    for (let step = 0; step < 3; step += 1) work.undo();
    expect(texts(work)).toEqual(['a', 'b', 'c']);
    expect(work.lineOf(2)?.text).toBe('b');
  });

  it('stays within a page', () => {
    const work = workOf([{ text: 'a' }, { text: 'b', part: 2 }]);
    expect(moveLine(work, 1, 1)).toBe(false);
    expect(moveLine(work, 2, -1)).toBe(false);
  });
});

describe('a line that may not have been said', () => {
  it('is confirmed, and unconfirmed by undo', () => {
    const work = workOf([{ text: 'a', suspects: ['tooFast'] }]);
    expect(work.state.get().suspects).toBe(1);
    expect(clearSuspects(work, 1)).toBe(true);
    expect(work.state.get().suspects).toBe(0);
    expect(clearSuspects(work, 1)).toBe(false);
    work.undo();
    expect(work.state.get().suspects).toBe(1);
  });
});

describe('a speaker', () => {
  it('gets another name everywhere at once', () => {
    const work = workOf([{ speaker: 'A' }, { speaker: 'B' }, {}, { speaker: 'A' }]);
    expect(speakersIn(work.state.get().lines)).toEqual([
      { name: 'A', lines: 2 },
      { name: 'B', lines: 1 },
    ]);
    expect(renameSpeaker(work, 'A', ' Anna ')).toBe(true);
    expect(work.state.get().lines.map(({ speaker }) => speaker)).toEqual(['Anna', 'B', undefined, 'Anna']);
    expect(renameSpeaker(work, 'B', '')).toBe(true);
    expect(speakersIn(work.state.get().lines)).toEqual([{ name: 'Anna', lines: 2 }]);
    work.undo();
    work.undo();
    expect(work.state.get().lines[0]?.speaker).toBe('A');
  });
});
