import { expect, it } from 'vitest';
import { afterStep } from './use-loop.ts';

const span = { from: 182, to: 204 };

it('plays the span and repeats it', () => {
  expect(afterStep(span, 190, 190.25)).toBe('on');
  expect(afterStep(span, 203.9, 204.1)).toBe('again');
  expect(afterStep(span, 203, 204.9)).toBe('again');
});

it('ends with a jump outside the span, but not within it', () => {
  expect(afterStep(span, 190, 600)).toBe('left');
  expect(afterStep(span, 190, 12)).toBe('left');
  expect(afterStep(span, 203, 183)).toBe('on');
  expect(afterStep(span, 183, 203)).toBe('on');
});

it('plays on where one has gone by hand', () => {
  expect(afterStep(span, 600, 600.25)).toBe('on');
});
