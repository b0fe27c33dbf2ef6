import { sortPatterns } from './pattern-order.ts';
import type { PatternPool } from './pattern-pool.ts';

/** All patterns one behind the other in their order, in codes: what builds the trie reads them from front to back. */
export type SortedCodes = {
  order: Int32Array;
  codes: Uint16Array;
  starts: Int32Array;
};

export function sortCodes(pool: PatternPool, codeOf: Uint16Array, chosen: Int32Array): SortedCodes {
  const order = sortPatterns(pool, codeOf, chosen);
  const codes = new Uint16Array(order.reduce((sum, pattern) => sum + pool.lengthOf(pattern), 0));
  const starts = new Int32Array(order.length + 1);
  let length = 0;
  for (let place = 0; place < order.length; place += 1) {
    const pattern = order[place] as number;
    const end = pool.starts[pattern + 1] as number;
    for (let at = pool.starts[pattern] as number; at < end; at += 1) {
      codes[length] = codeOf[pool.units[at] as number] as number;
      length += 1;
    }
    starts[place + 1] = length;
  }
  return { order, codes, starts };
}
