import type { ReadingLine, ReadingPart } from '@lectern/contract/features/reading.ts';
import { expect, it } from 'vitest';
import { coverParts, type MaskedPassage } from './cover-parts.ts';

function part(number: number, ...texts: string[]): ReadingPart {
  const lines: ReadingLine[] = texts.map((text) => ({ text, confidence: null, words: [] }));
  return { number, width: 1, height: 1, rotation: null, lines };
}
const textsOf = (parts: readonly ReadingPart[]) => parts.flatMap((given) => given.lines.map((line) => line.text));
const masked = (text: string, word: string, page: number | null = 1): MaskedPassage => {
  const start = text.indexOf(word);
  return { page, startMs: null, text, spans: [[start, start + word.length]] };
};

it('covers what is masked over the end of a line, and leaves the same word elsewhere', () => {
  const parts = [part(1, 'A poison', ' is a', 'draft here.'), part(2, 'is a draft')];
  expect(textsOf(coverParts(parts, [masked('A poison is a draft here.', 'a draft')], true))).toEqual([
    'A poison',
    ' is ■',
    '■■■■■ here.',
    'is a draft',
  ]);
  expect(coverParts(parts, [], true)).toEqual(parts);
});

it('finds a passage among others of its page, and one that is only a part of a long line', () => {
  const parts = [part(1, 'A heading', 'The draft horse. And so on.')];
  expect(textsOf(coverParts(parts, [masked('The draft horse.', 'draft')], true))[1]).toBe(
    'The ■■■■■ horse. And so on.',
  );
  expect(coverParts(parts, [masked('The draft horse.', 'draft')], true)[0]?.lines[1]?.words).toBeUndefined();
});

it('covers the words themselves where the passage is not there any more', () => {
  const older = [part(1, 'An older Draft of it'), part(2, 'draft')];
  expect(textsOf(coverParts(older, [masked('A draft.', 'draft')], false))).toEqual(['An older ■■■■■ of it', '■■■■■']);
});
