import type { ReadingLine, ReadingPart } from '@lectern/contract/features/reading.ts';
import { expect, it } from 'vitest';
import type { HiddenText } from '../review/mask/hidden-text.ts';
import { coverParts } from './cover-parts.ts';

function part(number: number, ...texts: string[]): ReadingPart {
  const lines: ReadingLine[] = texts.map((text) => ({ text, confidence: null, words: [] }));
  return { number, width: 1, height: 1, rotation: null, lines };
}
const textsOf = (parts: readonly ReadingPart[]) => parts.flatMap((given) => given.lines.map((line) => line.text));
const nothing: HiddenText = { whole: false, passages: [], words: [] };
const masked = (text: string, word: string, page: number | null = 1): HiddenText => {
  const start = text.indexOf(word);
  const passage = { page, startMs: null, text, spans: [[start, start + word.length]] as const };
  return { whole: false, passages: [passage], words: [word] };
};

it('redacts a masked match across line breaks, and keeps the same word elsewhere', () => {
  const parts = [part(1, 'A poison', ' is a', 'draft here.'), part(2, 'is a draft')];
  expect(textsOf(coverParts(parts, masked('A poison is a draft here.', 'a draft'), true))).toEqual([
    'A poison',
    ' is ■',
    '■■■■■ here.',
    'is a draft',
  ]);
  expect(coverParts(parts, nothing, true)).toEqual(parts);
});

it('finds a passage among others of its page, and one that is only a part of a long line', () => {
  const parts = [part(1, 'A heading', 'The draft horse. And so on.')];
  expect(textsOf(coverParts(parts, masked('The draft horse.', 'draft'), true))[1]).toBe('The ■■■■■ horse. And so on.');
  expect(coverParts(parts, masked('The draft horse.', 'draft'), true)[0]?.lines[1]?.words).toBeUndefined();
});

it('covers the words themselves where the passage is not there any more, over the ends of lines as well', () => {
  const older = [part(1, 'An older Draft of it', 'a dra-', 'ft'), part(2, 'draft')];
  const gone: HiddenText = { ...nothing, words: ['draft'] };
  for (const hidden of [masked('A draft.', 'draft'), gone]) {
    expect(textsOf(coverParts(older, hidden, false))).toEqual(['An older ■■■■■ of it', 'a ■■■-', '■■', '■■■■■']);
  }
  expect(textsOf(coverParts(older, gone, true))).toEqual(textsOf(older));
});

it('redacts all text that changed since the last scan', () => {
  const [covered] = coverParts([part(1, 'A draft 𝒳')], { ...nothing, whole: true }, true);
  expect(covered?.lines).toEqual([{ text: '■ ■■■■■ ■', confidence: null }]);
});
