import { describe, expect, it } from 'vitest';
import { coreOf, searchWords, widePieces } from './search-words.ts';
import { closeWords, editDistance, mayBeMistyped } from './similar-words.ts';

describe('the distance of two words', () => {
  it.each([
    ['algebra', 'algebra', 0],
    ['algebre', 'algebra', 1],
    ['phsyics', 'physics', 1],
    ['fotography', 'photography', 2],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
  ])('of %j and %j is %d', (left, right, distance) => {
    expect(editDistance(left, right)).toBe(distance);
    expect(editDistance(right, left)).toBe(distance);
  });
});

describe('a mistyped word', () => {
  it('is taken for the closest words of the texts', () => {
    const texts = ['Physics 1: basics', 'Physical education', 'Physics and music'];
    expect(closeWords('phsyics', texts)).toEqual(['physics']);
    expect(closeWords('nothing', texts)).toEqual([]);
  });

  it('is long enough, and of letters that make words', () => {
    expect(mayBeMistyped('algebre')).toBe(true);
    expect(mayBeMistyped('abc')).toBe(false);
    expect(mayBeMistyped('线性代数')).toBe(false);
    expect(mayBeMistyped('room101')).toBe(false);
  });
});

describe('the search words', () => {
  it('are a few distinct words, in any letter case', () => {
    expect(searchWords('  Linear\tALGEBRA linear ')).toEqual(['linear', 'algebra']);
    expect(searchWords(Array.from({ length: 50 }, (_, index) => `w${index}`).join(' '))).toHaveLength(8);
    expect(searchWords(' ')).toEqual([]);
  });

  it('has a core of letters and digits, and pairs of wide characters', () => {
    expect(coreOf('(c++)')).toBe('c');
    expect(coreOf('++')).toBe('');
    expect(widePieces('数')).toEqual(['数']);
    expect(widePieces('a数学b讲')).toEqual(['数学', '讲']);
    expect(widePieces('abc')).toEqual([]);
  });
});
