import { describe, expect, it } from 'vitest';
import { zoneAt } from './use-drag-row.ts';

describe('the zone under the pointer', () => {
  it('is beside the row at its edges and within it in the middle', () => {
    const all = ['before', 'inside', 'after'] as const;
    expect([0, 0.2, 0.5, 0.8, 1].map((part) => zoneAt(all, part))).toEqual([
      'before',
      'before',
      'inside',
      'after',
      'after',
    ]);
  });

  it('is one of the two halves where nothing goes into the row', () => {
    expect([0.1, 0.49, 0.5, 0.9].map((part) => zoneAt(['before', 'after'], part))).toEqual([
      'before',
      'before',
      'after',
      'after',
    ]);
  });

  it('is the only one that is offered, and none where none is', () => {
    expect(zoneAt(['before'], 0.9)).toBe('before');
    expect(zoneAt(['inside'], 0.01)).toBe('inside');
    expect(zoneAt([], 0.5)).toBeUndefined();
  });
});
