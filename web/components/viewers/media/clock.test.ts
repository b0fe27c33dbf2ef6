import { describe, expect, it } from 'vitest';
import { clock } from './clock.ts';

describe('a place in a recording', () => {
  it('shows minutes and seconds, and hours if needed', () => {
    expect([0, 7.9, 187, 3787].map((second) => clock(second))).toEqual(['0:00', '0:07', '3:07', '1:03:07']);
  });

  it('shows tenths on request, and never less than zero', () => {
    expect(clock(192.44, true)).toBe('3:12.4');
    expect(clock(-3)).toBe('0:00');
  });
});
