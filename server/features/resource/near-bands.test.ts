import { describe, expect, it } from 'vitest';
import { mostDifferentBits, nearBands } from './similar-picture.repository.ts';

const bandsOf = (hash: bigint) =>
  [0, 1, 2, 3].map((band) => band * 65536 + Number((hash >> BigInt(16 * band)) & 65535n));
const hexOf = (hash: bigint) => hash.toString(16).padStart(16, '0');

describe('the bands of a hash', () => {
  it('hold each band itself, and what differs from it in one bit or two', () => {
    const near = nearBands('0000000000000003');
    expect(near).toHaveLength(4 * (1 + 16 + 120));
    expect(near).toEqual(expect.arrayContaining([3, 2, 0, 7, 65536, 131072 + 32768, 196608 + 5]));
    expect(near).not.toContain(3 ^ 7 ^ 56);
  });

  it('match every hash that is near enough, wherever the bits differ', () => {
    const hash = 0xf0e1d2c3b4a59687n;
    const near = new Set(nearBands(hexOf(hash)));
    // Odd steps never hit the same of the 64 bits twice.
    for (let step = 1; step < 64; step += 2) {
      for (let start = 0; start < 64; start += 1) {
        let other = hash;
        for (let bit = 0; bit < mostDifferentBits; bit += 1) other ^= 1n << BigInt((start + bit * step) % 64);
        expect(bandsOf(other).some((band) => near.has(band))).toBe(true);
      }
    }
  });
});
