import { describe, expect, it } from 'vitest';
import { compileWords, judgeWord } from './compile-words.ts';
import { mostMatchesPerWord } from './match-list.ts';
import type { MatcherWord, MatchMode } from './port.ts';
import { wordKey } from './word-key.ts';

function word(text: string, mode: MatchMode = 'exact'): MatcherWord {
  return { id: text, text, mode, variants: true, language: null, sources: [], kinds: [], exceptions: [] };
}

describe('a new word', () => {
  it.each([
    ['   ', 'exact', 'empty'],
    ['x'.repeat(10_000), 'exact', 'tooLong'],
    ['…!?', 'contains', 'onlySigns'],
    ['***', 'wildcard', 'onlyWildcards'],
    ['a*', 'wildcard', 'tooFewLetters'],
    ['a*b*c*d*e*f', 'wildcard', 'tooManyWildcards'],
    ['a\ud800', 'exact', 'brokenCharacter'],
    ['a\0b', 'exact', 'brokenCharacter'],
    ['***', 'exact', 'onlySigns'],
    ['ab*', 'wildcard', undefined],
    ['赌', 'exact', undefined],
    ['13.', 'exact', undefined],
  ] as const)('%j as %s: %s', (text, mode, problem) => {
    expect(judgeWord(text, mode)).toBe(problem);
  });

  it('has the key of its disguises, but not of other words', () => {
    const keys = ['BAD', 'ｂａｄ', 'b.a.d', 'b a d', '𝐛ad', 'b\u200bad', ' bad '].map((text) => wordKey(text, 'exact'));
    expect(new Set(keys)).toEqual(new Set(['bad']));
    expect(wordKey('賭 博', 'contains')).toBe(wordKey('赌博', 'exact'));
    for (const other of ['b4d', 'baad', 'bád', 'ba d', 'bad apple']) expect(wordKey(other, 'exact')).not.toBe('bad');
    expect(wordKey('b*d', 'wildcard')).not.toBe(wordKey('b*d', 'exact'));
    expect(wordKey('b**d', 'wildcard')).toBe(wordKey('b*d', 'wildcard'));
  });
});

describe('hostile input', () => {
  const hostile = compileWords([
    word('x'.repeat(10_000)),
    word('****', 'wildcard'),
    word('aa', 'contains'),
    word('ab*ba', 'wildcard'),
    word('a?a*aa', 'wildcard'),
    word('赌赌', 'contains'),
    word('赌*赌*博', 'wildcard'),
    word('赌'.repeat(40)),
    word('bad'),
    word('bad apple'),
    word('cont', 'contains'),
  ]);

  it.each([
    ['one letter', 'a'],
    ['one character', '赌'],
    ['letters apart', 'a '],
    ['characters apart', '赌 '],
    ['what cannot be seen', 'a\u200b'],
    ['marks', 'a\u0336\u0301'],
    ['digits and letters', 'ab4'],
    ['line ends', 'a-\n'],
    ['halves of pairs', '\ud800a\udc00'],
    ['NULs', 'b\0ad '],
    ['signs', '$@!|'],
    ['nothing to be seen', '\u200b'],
    ['blanks', ' '],
    ['stretched letters', 'aaa '],
    ['letters with ends of sentences', 'a a a. '],
    ['characters kept apart by what cannot be seen', '赌\u200b'],
    ['characters with ends of clauses', '赌。'],
    ['letters that are signs', 'a!'],
    ['pictures', 'a🙂'],
    ['look-alikes', 'a\u0430'],
    ['a word without an end beside a disguised one', 'con\u200bt', 'b4d '],
    ['wildcards in a word without an end beside a disguised one', 'ab', 'b4d '],
    ['disguised words that make words of several words', 'b4d apple '],
  ])('of %s takes a number of steps that grows as the text does', (_, unit, before = '') => {
    const short = before + unit.repeat(2_000);
    hostile.find(short);
    const few = hostile.steps;
    hostile.find(before + unit.repeat(20_000));
    expect(hostile.steps).toBeLessThanOrEqual(few * 11 + 1_000);
    expect(few).toBeLessThan(short.length * 100);
  });

  it('counts comparisons too, not only steps through the text', () => {
    for (const unit of ['赌', '赌 ']) {
      hostile.find(unit.repeat(1_000));
      expect(hostile.steps).toBeGreaterThan(10 * unit.length * 1_000);
    }
  });

  it('of a million letters is scanned, and the first thousand matches reported', () => {
    const found = hostile.find('a'.repeat(1_000_000));
    expect(found.filter(({ wordId }) => wordId === 'aa')).toHaveLength(mostMatchesPerWord);
    expect(hostile.steps).toBeLessThan(4_000_000);
  });

  it('leaves words out that cannot be listed', () => {
    expect(hostile.wordCount).toBe(9);
    expect(hostile.find('x'.repeat(20_000))).toEqual([]);
  });

  it('finds a word behind NULs and halves of pairs at its place', () => {
    const text = '\0\ud800 bad \udc00';
    expect(hostile.find(text)).toMatchObject([{ wordId: 'bad', start: 3, end: 6 }]);
  });
});
