import { describe, expect, it } from 'vitest';
import { boxWithin, dragBox, isWhole, nextTurn, turnedSize, wholeBox } from './image-editor.tsx';

const size = { width: 400, height: 300 };
const box = { left: 100, top: 50, width: 200, height: 100 };

describe('the crop box', () => {
  it('is moved as a whole, and stops at the edges', () => {
    expect(dragBox(box, { x: 0, y: 0 }, { x: 30.4, y: -999 }, size)).toEqual({ ...box, left: 130, top: 0 });
  });

  it('is made smaller and larger at its grips, down to one pixel', () => {
    expect(dragBox(box, { x: -1, y: 1 }, { x: 500, y: 500 }, size)).toEqual({
      left: 299,
      top: 50,
      width: 1,
      height: 250,
    });
    expect(dragBox(box, { x: 1, y: 0 }, { x: 10, y: 77 }, size)).toEqual({ ...box, width: 210 });
  });

  it('can be typed, and is limited to the image', () => {
    expect(boxWithin({ left: 390, top: Number.NaN, width: 900, height: 0 }, size)).toEqual({
      left: 390,
      top: 0,
      width: 10,
      height: 1,
    });
  });

  it('follows the rotation of the image', () => {
    expect(turnedSize(size, 90)).toEqual({ width: 300, height: 400 });
    expect(nextTurn(0, -90)).toBe(270);
    expect(isWhole(wholeBox(turnedSize(size, 270)), { width: 300, height: 400 })).toBe(true);
  });
});
