import { describe, expect, it } from 'vitest';
import { linesOf } from '../model/cue-lines.ts';
import { drawn, heldAt, magnetsOf, msAt, type Scale, snapped, xOf } from './timeline-scale.ts';

const scale: Scale = { pixelsPerSecond: 100, left: 50, width: 800 };
let key = 0;
const lines = linesOf(
  [
    { startMs: 1_000, endMs: 2_000, text: 'a' },
    { startMs: 2_080, endMs: 4_000, text: 'b' },
  ],
  () => {
    key += 1;
    return key;
  },
);

describe('a timeline', () => {
  it('finds moments and places by each other', () => {
    expect(xOf(scale, 1_000)).toBe(50);
    expect(msAt(scale, 50)).toBe(1_000);
  });

  it('takes hold of the part of a cue that one points at, and of the chosen cue first', () => {
    expect(heldAt(lines, scale, 52, null)).toEqual({ key: 1, grip: 'start' });
    expect(heldAt(lines, scale, 100, null)).toEqual({ key: 1, grip: 'whole' });
    expect(heldAt(lines, scale, 148, null)).toEqual({ key: 1, grip: 'end' });
    expect(heldAt(lines, scale, 154, 1)).toEqual({ key: 1, grip: 'end' });
    expect(heldAt(lines, scale, 159, 2)).toEqual({ key: 2, grip: 'start' });
    expect(heldAt(lines, scale, 20, null)).toBeNull();
  });

  it('never draws a cue before the start or through itself', () => {
    const times = { startMs: 1_000, endMs: 2_000 };
    expect(drawn(times, 'whole', -5_000)).toEqual({ startMs: 0, endMs: 1_000 });
    expect(drawn(times, 'start', 5_000)).toEqual({ startMs: 2_000, endMs: 2_000 });
    expect(drawn(times, 'end', -5_000)).toEqual({ startMs: 1_000, endMs: 1_000 });
  });

  it('draws ends to a pause before the next cue, and to where the player is', () => {
    const magnets = magnetsOf(lines, 0, 500);
    expect(snapped({ startMs: 1_000, endMs: 1_980 }, 'end', magnets, 60)).toEqual({ startMs: 1_000, endMs: 2_000 });
    expect(snapped({ startMs: 530, endMs: 1_500 }, 'whole', magnets, 60)).toEqual({ startMs: 500, endMs: 1_470 });
    expect(snapped({ startMs: 800, endMs: 1_500 }, 'whole', magnets, 60)).toEqual({ startMs: 800, endMs: 1_500 });
  });
});
