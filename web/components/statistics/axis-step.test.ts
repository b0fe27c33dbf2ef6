import { createStatWords } from '@lectern/contract/statistics/stat-words.ts';
import { describe, expect, it } from 'vitest';
import { chinese, english } from '../../lib/testing/all-texts.ts';
import { shareStep, timeStep } from './bucket-points.ts';

describe('lengths of time', () => {
  it.each([
    [0, '0 min', '0 分钟'],
    [0.4, '0 min', '0 分钟'],
    [42, '42 s', '42 秒'],
    [59.6, '1 min', '1 分钟'],
    [60, '1 min', '1 分钟'],
    [1062, '17 min 42 s', '17 分钟 42 秒'],
    [3599.7, '1 h', '1 小时'],
    [3720, '1 h 2 min', '1 小时 2 分钟'],
    [359_990, '100 h', '100 小时'],
    [4_443_000, '1,234 h', '1,234 小时'],
  ])('are shown in the two largest units: %d', (seconds, inEnglish, inChinese) => {
    expect(createStatWords('en', english.statistics.words).time(seconds)).toBe(inEnglish);
    expect(createStatWords('zh', chinese.statistics.words).time(seconds)).toBe(inChinese);
  });

  it.each([
    [3, 1],
    [50, 15],
    [1000, 300],
    [7000, 1800],
    [40_000, 10_800],
    [4_000_000, 1_800_000],
  ])('up to %d are whole minutes and hours, and few', (greatest, step) => {
    expect(timeStep(greatest)).toBe(step);
    expect(greatest / timeStep(greatest)).toBeLessThanOrEqual(4);
  });
});

describe('shares', () => {
  it('are quarters below one and integers above', () => {
    expect([0, 0.3, 1, 1.3, 7].map(shareStep)).toEqual([0.25, 0.25, 0.25, 0.5, 2]);
  });

  it('change by points, not by a share of a share', () => {
    const words = createStatWords('en', english.statistics.words);
    expect(words.points(0.43, 0.4)).toBe('+3 points');
    expect(words.points(0.2, 0.25)).toBe('−5 points');
    expect(words.points(0.23, 0.24)).toBe('−1 point');
    expect(words.points(0.2, 0.2004)).toBe('0 points');
    expect(words.points(null, 0.2)).toBeNull();
    expect(createStatWords('zh', chinese.statistics.words).points(0.2, 0.1)).toBe('+10 个百分点');
  });
});
