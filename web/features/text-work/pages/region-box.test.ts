import { stepOptions } from '@lectern/contract/features/machine-work.ts';
import { describe, expect, it } from 'vitest';
import { turnBack } from '../../../components/viewers/turn-back.ts';
import { aroundBox, boxBetween, moveBox, regionText, resizeBox } from './region-frame.tsx';

describe('a re-read area', () => {
  it('is drawn from any corner, and stays on the page', () => {
    expect(boxBetween({ x: 0.75, y: 0.5 }, { x: 0.25, y: 0.25 })).toEqual([0.25, 0.25, 0.5, 0.25]);
    expect(boxBetween({ x: -1, y: 0.5 }, { x: 2, y: 2 })).toEqual([0, 0.5, 1, 0.5]);
    expect(boxBetween({ x: 1, y: 1 }, { x: 1, y: 1 })).toEqual([0.99, 0.99, 0.01, 0.01]);
  });

  it('is moved and resized by keys as far as the page reaches', () => {
    expect(moveBox([0.5, 0.5, 0.25, 0.25], { x: 1, y: -1 })).toEqual([0.75, 0, 0.25, 0.25]);
    expect(resizeBox([0.5, 0.5, 0.25, 0.25], { x: 1, y: -1 })).toEqual([0.5, 0.5, 0.5, 0.01]);
  });

  it.each([[[0, 0, 1, 1]], [[0.123456, 0.9999, 0.2, 0.0001]], [[0.99, 0.99, 0.01, 0.01]]] as const)(
    'is sent in the form the engine accepts: %j',
    ([left, top, width, height]) => {
      const region = regionText(aroundBox([left, top, width, height]));
      expect(stepOptions.ocr.safeParse({ region, page: 1 }).success).toBe(true);
    },
  );

  it('is the same on a picture that was turned to be read and back', () => {
    for (const rotation of [0, 90, 180, 270]) {
      const there = turnBack([0.125, 0.25, 0.5, 0.125], rotation);
      expect(turnBack(there, (360 - rotation) % 360)).toEqual([0.125, 0.25, 0.5, 0.125]);
    }
  });
});
