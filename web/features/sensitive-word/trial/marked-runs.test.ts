import { describe, expect, it } from 'vitest';
import { markedRuns } from './trial-text.tsx';

const shown = (text: string, ...marks: [number, number][]) =>
  markedRuns(
    text,
    marks.map(([start, end]) => ({ start, end })),
  ).map((run) => `${run.text}:${run.marks.join('+')}`);

describe('the runs of a marked text', () => {
  it('are the text itself where nothing is marked', () => {
    expect(shown('plain')).toEqual(['plain:']);
    expect(shown('')).toEqual([]);
  });

  it('split where marks begin and end, even adjacent ones', () => {
    expect(shown('a bc d', [2, 3], [3, 4])).toEqual(['a :', 'b:0', 'c:1', ' d:']);
  });

  it('name every overlapping mark, in any order', () => {
    expect(shown('abcdef', [3, 5], [1, 4])).toEqual(['a:', 'bc:1', 'd:1+0', 'e:0', 'f:']);
  });

  it('give the whole text back, however marks lie', () => {
    const text = '𝐠ambling 赌博';
    const runs = markedRuns(text, [
      { start: 0, end: 9 },
      { start: 2, end: 5 },
      { start: 10, end: 12 },
    ]);
    expect(runs.map((run) => run.text).join('')).toBe(text);
    expect(runs.map((run) => run.start)).toEqual([0, 2, 5, 9, 10]);
  });
});
