import { describe, expect, it } from 'vitest';
import { peaksOf } from './waveform.tsx';

describe('the peaks of a recording', () => {
  it('are the loudest moments of its parts, measured by the loudest of all', () => {
    expect(peaksOf(Float32Array.of(0, 0.25, -0.5, 0.1), 2)).toEqual([0.5, 1]);
  });

  it('are none for silence, and no more than there are samples', () => {
    expect(peaksOf(new Float32Array(4), 2)).toEqual([0, 0]);
    expect(peaksOf(new Float32Array(0), 10)).toEqual([]);
    expect(peaksOf(Float32Array.of(1), 10)).toHaveLength(1);
  });
});
