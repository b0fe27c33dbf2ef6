import { expect, test } from 'vitest';
import { doubtfulBelow } from './port.ts';
import { lineConfidence, wordConfidence } from './read-page.ts';

const word = (...confidences: number[]) => wordConfidence(confidences.map((confidence) => ({ confidence })));

test('a word is as sure as its least sure letter', () => {
  expect(word(0.999, 0.5, 0.999)).toBe(word(0.5));
  expect(word(0.999, 0.5)).toBeLessThan(word(0.999, 0.999));
});

test('a word is doubtful from its own engine’s threshold down, not from the shared one', () => {
  expect(word(0.99, 0.85)).toBeLessThan(doubtfulBelow);
  expect(word(0.99, 0.87)).toBeGreaterThan(doubtfulBelow);
});

test('the scale runs from 0 to 1 without a step back', () => {
  const rising = Array.from({ length: 101 }, (_, at) => word(at / 100));
  expect([rising[0], rising[100]]).toEqual([0, 1]);
  expect(rising).toEqual(rising.toSorted((one, other) => one - other));
});

test('of a line, each word counts as much as it is long', () => {
  expect(
    lineConfidence([
      { text: 'aaa', confidence: 1 },
      { text: 'b', confidence: 0.2 },
    ]),
  ).toBeCloseTo(0.8);
});
