import { doubtfulBelow, type ReadingLine, type ReadingPart } from '@lectern/contract/features/reading.ts';
import { expect, it } from 'vitest';
import { doubtfulBelow as ofEngines } from '../../engines/ocr/port.ts';
import { assessReading } from './assess-reading.ts';

const part = (...lines: ReadingLine[]): ReadingPart => ({
  number: 1,
  width: null,
  height: null,
  rotation: null,
  lines,
});
const words = (...sure: number[]) => sure.map((confidence) => ({ text: 'w', confidence }));

it('each line counts as much as it is long', () => {
  const judged = assessReading([part({ text: 'aaa', confidence: 1 }, { text: 'b', confidence: 0.2 })]);
  expect(judged).toEqual({ characters: 4, words: 0, doubtful: 0, suspects: 0, confidence: 0.8, needsCheck: true });
});

it('with exact text needs no check', () => {
  expect(assessReading([part({ text: 'typed', confidence: null })]).needsCheck).toBe(false);
});

it.each([
  ['sure of all', part({ text: 'abc', confidence: 0.97, words: words(0.9, 0.99) }), false],
  ['not sure as a whole', part({ text: 'abc', confidence: 0.89 }), true],
  ['too many doubtful words', part({ text: 'abc', confidence: 0.95, words: words(0.6, 0.99, 0.99) }), true],
  ['text where nobody spoke', part({ text: 'abc', confidence: 0.99, suspects: ['textOnSilence'] }), true],
])('%s', (_, given, wanted) => {
  expect(assessReading([given]).needsCheck).toBe(wanted);
});

it('doubtful words are counted on the scale that engines calibrate to', () => {
  expect(doubtfulBelow).toBe(ofEngines);
});
