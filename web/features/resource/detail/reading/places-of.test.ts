import { expect, it } from 'vitest';
import { placesOf, wordAt } from './find-in-lines.ts';

const word = (text: string) => ({ text, confidence: null });
const line = { text: 'so it is so', confidence: null, words: ['so', 'it', 'is', 'so'].map(word) };

it('finds each word in place, repeated ones too', () => {
  expect(placesOf(line).map(({ from, to }) => [from, to])).toEqual([
    [0, 2],
    [3, 5],
    [6, 8],
    [9, 11],
  ]);
});

it('leaves out a word that is not in the text, and finds those after it', () => {
  expect(placesOf({ ...line, words: ['so', 'never', 'so'].map(word) }).map(({ from }) => from)).toEqual([0, 9]);
});

it('knows the word at a place, and none between or without words', () => {
  expect(wordAt(line, 10)).toBe(line.words[3]);
  expect(wordAt({ text: 'so  so', confidence: null, words: [word('so')] }, 4)).toBeUndefined();
  expect(wordAt({ text: 'plain', confidence: null }, 2)).toBeUndefined();
});
