import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadingLine } from '../features/reading.ts';
import { nextDoubtful, previousDoubtful } from './doubtful-words.ts';
import { alignWords, editLine } from './edit-line.ts';
import { mergeAt, mergeLines } from './merge-lines.ts';
import { findInLines, replaceInLines } from './replace-in-lines.ts';
import { shiftTimes } from './shift-times.ts';
import { renameSpeaker, setSpeaker, speakersOf } from './speakers.ts';
import { splitLine } from './split-line.ts';
import { trustWords } from './trust-words.ts';
import { wordSpans } from './word-spans.ts';

/** A spoken line with one word every 500 ms. */
function spoken(text: string, startMs = 0): ReadingLine {
  const words = text.split(' ').map((word, at) => ({
    ...{ text: word, confidence: 0.5 + at / 100, startMs: startMs + at * 500, endMs: startMs + at * 500 + 400 },
  }));
  return { text, confidence: 0.5, startMs, endMs: startMs + words.length * 500 - 100, words };
}
const plain = (text: string) => text.replace(/\s+/g, '');
const wordsOf = (line: ReadingLine) => (line.words ?? []).map((word) => word.text).join('');

const token = fc.stringMatching(/^[a-z学生课😀é'.,]{1,6}$/u);
const line = fc
  .tuple(fc.array(token, { minLength: 1, maxLength: 12 }), fc.integer({ min: 0, max: 100_000 }))
  .map(([tokens, startMs]) => spoken(tokens.join(' '), startMs));

/** Invariants of every line after any edit. */
function expectSound(given: ReadingLine): void {
  expect(plain(wordsOf(given))).toBe(plain(given.text));
  for (const [at, word] of (given.words ?? []).entries()) {
    expect(word.startMs).toBeLessThanOrEqual(word.endMs ?? -1);
    expect(word.startMs).toBeGreaterThanOrEqual(given.words?.[at - 1]?.startMs ?? 0);
  }
}

describe('editing a line', () => {
  it('keeps time, position and confidence of unchanged words', () => {
    const before = spoken('the quick brwon fox');
    const after = editLine(before, 'the quick brown fox');
    expect(after.words?.[2]).toMatchObject({ text: 'brown', confidence: null, startMs: 1000, endMs: 1400 });
    expect([0, 1, 3].map((at) => after.words?.[at])).toEqual([0, 1, 3].map((at) => before.words?.[at]));
  });

  it('divides a replaced word’s time by the length of the new ones', () => {
    const { words } = editLine(spoken('one alot three'), 'one a lot three');
    expect(words?.slice(1, 3)).toEqual([
      { text: 'a', confidence: null, startMs: 500, endMs: 600 },
      { text: 'lot', confidence: null, startMs: 600, endMs: 900 },
    ]);
  });

  it('divides its box, and places an inserted word in the gap', () => {
    const word = (text: string, left: number) => ({
      ...{ text, confidence: 0.9, box: [left, 0.1, 0.2, 0.05] as [number, number, number, number] },
    });
    const words = [word('ab', 0.1), word('cd', 0.5)];
    const box: [number, number, number, number] = [0.1, 0.1, 0.6, 0.05];
    const after = editLine({ text: 'ab cd', confidence: 0.9, box, words }, 'ab x cd');
    expect(after.words?.[1]).toEqual({ text: 'x', confidence: null, box: [0.3, 0.1, 0.2, 0.05] });
    expect(after.box).toEqual(box);
  });

  it('keeps words and text equal, whatever is typed', () => {
    fc.assert(
      fc.property(line, fc.array(token, { maxLength: 12 }), (before, tokens) => {
        const after = editLine(before, tokens.join(' '));
        expect(after.text).toBe(tokens.join(' '));
        expectSound(after);
      }),
    );
  });

  it('leaves a line alone that is retyped unchanged', () => {
    const before = { ...spoken('as it was'), suspects: ['tooFast' as const] };
    expect(editLine(before, 'as it was')).toBe(before);
    expect(editLine(before, 'as it is').suspects).toBeUndefined();
  });

  it('aligns words from elsewhere', () => {
    const odd = { ...spoken('hello big world'), text: 'hello small world' };
    expect(wordsOf(alignWords(odd))).toBe('hellosmallworld');
    const right = spoken('hello world');
    expect(alignWords(right)).toBe(right);
  });
});

describe('splitting and merging', () => {
  it('splits between words at the pause, and within a word in proportion', () => {
    const [left, right] = splitLine(spoken('one two'), 3) ?? [];
    expect([left?.text, left?.endMs, right?.text, right?.startMs]).toEqual(['one', 400, 'two', 500]);
    const [head, tail] = splitLine(spoken('abcd'), 2) ?? [];
    expect([head?.text, head?.endMs, tail?.text, tail?.startMs]).toEqual(['ab', 200, 'cd', 200]);
  });

  it('refuses to create an empty line', () => {
    expect(splitLine(spoken('word'), 0)).toBeUndefined();
    expect(splitLine(spoken('word'), 99)).toBeUndefined();
    expect(splitLine({ ...spoken('word'), text: 'word ' }, 4)).toBeUndefined();
  });

  it('restores words and times when a split between words is merged', () => {
    fc.assert(
      fc.property(line, fc.nat(), (before, seed) => {
        const spans = wordSpans(before);
        const at = spans[seed % spans.length]?.end ?? 0;
        const halves = splitLine(before, at);
        if (!halves) return;
        for (const half of halves) expectSound(half);
        const merged = mergeLines(...halves);
        expect(merged.words).toEqual(before.words);
        expect(plain(merged.text)).toBe(plain(before.text));
        expect([merged.startMs, merged.endMs]).toEqual([before.startMs, before.endMs]);
      }),
    );
  });

  it('keeps every character and the order of times, wherever it splits', () => {
    fc.assert(
      fc.property(line, fc.nat(80), (before, offset) => {
        const halves = splitLine(before, offset);
        if (!halves) return;
        expect(plain(halves.map(({ text }) => text).join(''))).toBe(plain(before.text));
        for (const half of halves) expectSound(half);
        expect(halves[0].endMs).toBeLessThanOrEqual(halves[1].startMs ?? -1);
      }),
    );
  });

  it('joins Chinese without a space and keeps speaker, doubts and both boxes', () => {
    const left: ReadingLine = { text: '你好', confidence: 0.8, box: [0, 0, 0.5, 0.1], suspects: ['tooFast'] };
    const right: ReadingLine = { text: '世界', confidence: 0.6, box: [0, 0.1, 0.8, 0.1], speaker: 'Li' };
    expect(mergeLines(left, right)).toEqual({
      ...{ text: '你好世界', confidence: 0.7, box: [0, 0, 0.8, 0.2], suspects: ['tooFast'], speaker: 'Li' },
    });
    expect(mergeAt([left], 0)).toEqual([left]);
    expect(mergeAt([left, right], 0)).toHaveLength(1);
  });
});

describe('shifting times', () => {
  it('moves chosen lines with their words, and nothing before the start', () => {
    const lines = [spoken('a b', 1000), spoken('c', 3000), spoken('d', 5000)];
    const shifted = shiftTimes(lines, { from: 0, to: 2, byMs: -5000 });
    expect(shifted.map(({ startMs }) => startMs)).toEqual([0, 2000, 5000]);
    expect(shifted[0]?.words?.[1]).toMatchObject({ startMs: 500, endMs: 900 });
  });

  it('is undone by the opposite shift', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), fc.integer({ min: 0, max: 9999 }), (lines, byMs) => {
        const there = shiftTimes(lines, { from: 0, to: lines.length, byMs });
        expect(shiftTimes(there, { from: 0, to: lines.length, byMs: -byMs })).toEqual(lines);
      }),
    );
  });
});

describe('finding and replacing', () => {
  const lines = ['The cat sat.', 'Concatenate cats, CAT!', '术语在术语里'].map((text) => spoken(text));

  it('ignores case, finds whole words on request, and Chinese anywhere', () => {
    expect(findInLines(lines, { text: 'cat' })).toHaveLength(4);
    expect(findInLines(lines, { text: 'cat', wholeWord: true })).toEqual([
      { line: 0, start: 4, end: 7 },
      { line: 1, start: 18, end: 21 },
    ]);
    expect(findInLines(lines, { text: 'CAT', wholeWord: true, matchCase: true })).toHaveLength(1);
    expect(findInLines(lines, { text: '术语', wholeWord: true })).toHaveLength(2);
    expect(findInLines(lines, { text: '  ' })).toEqual([]);
    expect(findInLines([{ text: 'a.c (x)' }], { text: 'A.C (x)' })).toEqual([{ line: 0, start: 0, end: 7 }]);
    expect(findInLines([{ text: 'abc' }], { text: 'a.c' })).toEqual([]);
  });

  it('replaces all occurrences and keeps every other word', () => {
    const after = replaceInLines(lines, findInLines(lines, { text: 'cat', wholeWord: true }), '$& dog');
    expect(after.map(({ text }) => text)).toEqual(['The $& dog sat.', 'Concatenate cats, $& dog!', '术语在术语里']);
    expect(after[0]?.words?.[0]).toEqual(lines[0]?.words?.[0]);
    expect(after[0]?.words?.at(-1)).toEqual(lines[0]?.words?.at(-1));
    for (const line of after) expectSound(line);
  });

  it('finds none of what it replaced, and keeps words and text equal', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 4 }), token, (given, wanted) => {
        const after = replaceInLines(given, findInLines(given, { text: wanted }), 'ZZ');
        for (const one of after) expectSound(one);
        const rest = given.map(({ text }) => ({ text: text.replaceAll(wanted, 'ZZ') }));
        if (!/[a-zé]/i.test(wanted)) expect(after.map(({ text }) => text)).toEqual(rest.map(({ text }) => text));
      }),
    );
  });
});

describe('uncertain words and speakers', () => {
  it('are visited in both directions', () => {
    const doubtful = (text: string, confidence: number | null): ReadingLine => ({
      ...{ text, confidence, words: [{ text, confidence }] },
    });
    const lines = [doubtful('a', 0.2), doubtful('b', null), doubtful('c', 0.9), doubtful('d', 0.3)];
    expect(nextDoubtful(lines, { line: -1, word: -1 }, 0.7)).toEqual({ line: 0, word: 0 });
    expect(nextDoubtful(lines, { line: 0, word: 0 }, 0.7)).toEqual({ line: 3, word: 0 });
    expect(nextDoubtful(lines, { line: 3, word: 0 }, 0.7)).toBeUndefined();
    expect(previousDoubtful(lines, { line: 3, word: 0 }, 0.7)).toEqual({ line: 0, word: 0 });
  });

  it('are cleared when someone confirms a word', () => {
    const line = { ...spoken('one two'), suspects: ['repeatedLoop' as const] };
    expect(trustWords(line, 1)).toMatchObject({ suspects: ['repeatedLoop'], confidence: 0.5 });
    expect(trustWords(line)).toMatchObject({ confidence: null, words: [{ confidence: null }, { confidence: null }] });
    expect(trustWords(line).suspects).toBeUndefined();
  });

  it('share one name everywhere', () => {
    const labelled = setSpeaker([spoken('a'), spoken('b'), spoken('c')], new Set([0, 2]), ' Dr Li ');
    expect(speakersOf(labelled)).toEqual(['Dr Li']);
    expect(renameSpeaker(labelled, 'Dr Li', 'Prof. Li').map(({ speaker }) => speaker)).toEqual([
      'Prof. Li',
      undefined,
      'Prof. Li',
    ]);
    expect(speakersOf(setSpeaker(labelled, new Set([0, 1, 2]), ''))).toEqual([]);
  });
});
