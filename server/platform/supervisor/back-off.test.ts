import { expect, test } from 'vitest';
import { createBackOff } from './keep-running.ts';

test('pauses double from one second up to thirty', () => {
  const backOff = createBackOff();
  const delays = Array.from({ length: 7 }, () => backOff.delayAfter(0));
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

test('a healthy minute makes the next fall the first one again', () => {
  const backOff = createBackOff();
  backOff.delayAfter(0);
  backOff.delayAfter(59_999);
  expect(backOff.delayAfter(59_999)).toBe(4_000);
  expect(backOff.delayAfter(60_000)).toBe(1_000);
});
