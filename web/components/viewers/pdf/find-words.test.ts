import { expect, it } from 'vitest';
import { findWords } from './pdf-page.tsx';
import { foldRuns } from './use-pdf-search.ts';

const page = foldRuns([
  { str: 'Tools like LaTeX gained', hasEOL: true },
  { str: 'popularity. Unlike others, LaTeX', hasEOL: true },
  { str: 'focuses on formulas.', hasEOL: false },
]);
const at = (words: { text: string; after: string }) =>
  findWords(page, words).map(({ fromRun, from, to }) => [fromRun, from, to]);

it('finds the exact place by its context, even across lines', () => {
  expect(at({ text: 'LaTeX', after: ' gained popular' })).toEqual([[0, 11, 16]]);
  expect(at({ text: 'latex', after: ' focuses on' })).toEqual([[1, 27, 32]]);
});

it('returns all places if the context differs, and none if the text is missing', () => {
  expect(at({ text: 'LaTeX', after: ' went away' })).toHaveLength(2);
  expect(at({ text: 'LaTeX', after: '' })).toHaveLength(2);
  expect(at({ text: 'troff', after: ' gained' })).toEqual([]);
});
