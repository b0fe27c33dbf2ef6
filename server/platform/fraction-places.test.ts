import { expect, it } from 'vitest';
import { placeBetween } from './fraction-places.ts';

it('puts something first, last, alone and between', () => {
  expect(placeBetween(undefined, undefined)).toBe(1);
  expect(placeBetween(undefined, 4)).toBeLessThan(4);
  expect(placeBetween(4, undefined)).toBeGreaterThan(4);
  const middle = placeBetween(1, 2) ?? 0;
  expect(middle > 1 && middle < 2).toBe(true);
});

it('says when there is no room left, after many moves into the same gap', () => {
  let after = 2;
  let moves = 0;
  for (; moves < 2_000; moves += 1) {
    const place = placeBetween(1, after);
    if (place === null) break;
    expect(place).toBeGreaterThan(1);
    after = place;
  }
  expect(moves).toBeGreaterThan(40);
  expect(moves).toBeLessThan(2_000);
});
