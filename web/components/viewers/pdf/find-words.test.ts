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

it('finds the very place by how the text goes on, over the end of a line, too', () => {
  expect(at({ text: 'LaTeX', after: ' gained popular' })).toEqual([[0, 11, 16]]);
  expect(at({ text: 'latex', after: ' focuses on' })).toEqual([[1, 27, 32]]);
});

it('gives all places where the text goes on otherwise, and none where it is not there', () => {
  expect(at({ text: 'LaTeX', after: ' went away' })).toHaveLength(2);
  expect(at({ text: 'LaTeX', after: '' })).toHaveLength(2);
  expect(at({ text: 'troff', after: ' gained' })).toEqual([]);
});
