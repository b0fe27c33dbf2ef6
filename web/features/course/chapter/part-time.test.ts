import { describe, expect, it } from 'vitest';
import { readPart, readTime, writeTime } from './part-time.ts';

describe('a time of a recording', () => {
  it.each([
    ['0', 0],
    ['75', 75_000],
    ['1:15', 75_000],
    ['01:02:03', 3_723_000],
    ['1:15.5', 75_500],
    [' 2:00 ', 120_000],
    ['1:15,5', 75_500],
  ])('is read from %s', (text, ms) => {
    expect(readTime(text)).toBe(ms);
  });

  it.each(['', 'a', '1:', ':15', '1:60', '1:2:3:4', '-1', '1.5:00', '1:75:00'])('is not read from “%s”', (text) => {
    expect(readTime(text)).toBeNull();
  });

  it('is written as it is read again', () => {
    for (const ms of [0, 75_000, 75_500, 3_723_000]) expect(readTime(writeTime(ms))).toBe(ms);
    expect(writeTime(null)).toBe('');
  });
});

describe('a part of a recording', () => {
  it('has open ends where nothing is typed, and begins at the beginning at zero', () => {
    expect(readPart('', '', 60)).toEqual({ part: { startMs: null, endMs: null } });
    expect(readPart('0:00', '0:30', 60)).toEqual({ part: { startMs: null, endMs: 30_000 } });
  });

  it('ends after it begins, and within the recording', () => {
    expect(readPart('0:30', '0:30', 60)).toEqual({ problem: 'endBeforeStart' });
    expect(readPart('', '0:00', 60)).toEqual({ problem: 'endWrong' });
    expect(readPart('1:10', '', 60)).toEqual({ problem: 'beyondEnd' });
    expect(readPart('0:10', '1:10', 60)).toEqual({ problem: 'beyondEnd' });
    expect(readPart('x', '', 60)).toEqual({ problem: 'startWrong' });
    expect(readPart('0:10', '9:00', null)).toEqual({ part: { startMs: 10_000, endMs: 540_000 } });
  });
});
