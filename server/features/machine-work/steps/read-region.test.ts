import { stepOptions } from '@lectern/contract/features/machine-work.ts';
import type { ReadingPart } from '@lectern/contract/features/reading.ts';
import { describe, expect, it } from 'vitest';
import { printedLine } from '../../../testing/text-rig.ts';
import { regionOf, withRegion } from './recognise-text.step.ts';

const page = (number: number, ...lines: [string, number][]): ReadingPart => ({
  ...{ number, width: 100, height: 100, rotation: 90 },
  lines: lines.map(([text, top]) => printedLine(text, top)),
});
const textsOf = (parts: readonly ReadingPart[]) => parts.map(({ lines }) => lines.map(({ text }) => text));

describe('a re-read area', () => {
  const before = [page(1, ['top', 0.1], ['middle', 0.4], ['bottom', 0.7]), page(2, ['other', 0.4])];

  it('replaces the lines centred in it, on its page only', () => {
    const read = page(1, ['new', 0.38], ['lines', 0.42]);
    const after = withRegion(before, { page: 1, box: [0, 0.35, 1, 0.2] }, read);
    expect(textsOf(after)).toEqual([['top', 'new', 'lines', 'bottom'], ['other']]);
    expect(after[0]?.rotation).toBe(90);
  });

  it('is inserted in reading order where there was no text, even on an empty page', () => {
    const between = withRegion(before, { page: 1, box: [0, 0.55, 1, 0.1] }, page(1, ['new', 0.55]));
    expect(textsOf(between)[0]).toEqual(['top', 'middle', 'new', 'bottom']);
    const below = withRegion(before, { page: 1, box: [0, 0.9, 1, 0.1] }, page(1, ['new', 0.9]));
    expect(textsOf(below)[0]?.at(-1)).toBe('new');
    const empty = withRegion([before[1] as ReadingPart], { page: 1, box: [0, 0, 1, 1] }, page(1, ['first', 0.1]));
    expect(empty.map(({ number }) => number)).toEqual([1, 2]);
  });

  it('is named by four fractions, and nothing else is taken for it', () => {
    const { ocr } = stepOptions;
    expect(regionOf(ocr.parse({ region: '0,0.25,1,.5', page: 3 }))).toEqual({ page: 3, box: [0, 0.25, 1, 0.5] });
    expect(regionOf(ocr.parse({}))).toBeUndefined();
    for (const region of ['', '0,0,1', '0,0,1,2', '0,0,1,-1', '0,0,1,1,1', 'a,b,c,d', '0,0,1,1e9', '0,0,1,1.5']) {
      expect(ocr.safeParse({ region }).success).toBe(false);
    }
  });
});
