import type { SortedCodes } from './sorted-codes.ts';

/** Small enough for the processor's cache. */
const pairBits = 20;

/** Which two codes begin patterns, by a hash: no is certain, yes is not. */
export function pairsOf({ codes, starts }: SortedCodes): Uint32Array {
  const pairs = new Uint32Array(1 << (pairBits - 5));
  for (let pattern = 0; pattern + 1 < starts.length; pattern += 1) {
    const first = starts[pattern] as number;
    if ((starts[pattern + 1] as number) - first < 2) continue;
    const hash = pairHash(codes[first] as number, codes[first + 1] as number);
    pairs[hash >>> 5] = (pairs[hash >>> 5] as number) | (1 << (hash & 31));
  }
  return pairs;
}

export function isPair(pairs: Uint32Array, first: number, second: number): boolean {
  const hash = pairHash(first, second);
  return (((pairs[hash >>> 5] as number) >>> (hash & 31)) & 1) !== 0;
}

function pairHash(first: number, second: number): number {
  return Math.imul((first << 16) | second, 0x9e3779b1) >>> (32 - pairBits);
}
