import { expect, it } from 'vitest';
import { turnBack } from './turn-back.ts';
import type { Box } from './viewer-link.ts';

/** The first line of an upright page: at the top, slightly to the right. */
const line: Box = [0.1, 0, 0.6, 0.05];
const rounded = (box: Box) => box.map((value) => Math.round(value * 1000) / 1000);

it('finds a line again on a picture that was turned to be read', () => {
  // The page was turned clockwise to be upright, so the top of the text is on the left of the file.
  expect(rounded(turnBack(line, 90))).toEqual([0, 0.3, 0.05, 0.6]);
  expect(rounded(turnBack(line, 180))).toEqual([0.3, 0.95, 0.6, 0.05]);
  expect(rounded(turnBack(line, 270))).toEqual([0.95, 0.1, 0.05, 0.6]);
  expect(turnBack(line, 0)).toEqual(line);
  expect(turnBack(line, null)).toEqual(line);
});
