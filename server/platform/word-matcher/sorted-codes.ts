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

/** So many fit beside characters of 33 bits into the 53 that a number keeps exactly. */
const mostPatterns = 1 << 20;
const codeBits = 33;
const fewEnough = 12;

/** What is sorted, and how many codes of so many different ones are compared at once, as one number. */
type Sorting = {
  pool: PatternPool;
  codeOf: Uint16Array;
  order: Int32Array;
  keys: Float64Array;
  width: number;
  atOnce: number;
};

/** The numbers of some patterns in the order of their codes; of equal beginnings the shorter one comes first. */
function sortPatterns(pool: PatternPool, codeOf: Uint16Array, chosen: Int32Array): Int32Array {
  if (pool.count > mostPatterns) throw new RangeError(`More than ${mostPatterns} patterns`);
  const order = chosen.slice();
  const keys = new Float64Array(order.length);
  const bits = Math.max(1, 32 - Math.clz32(greatestCode(pool, codeOf, order)));
  const atOnce = Math.floor(codeBits / bits);
  sortRange({ pool, codeOf, order, keys, width: 2 ** bits, atOnce }, 0, order.length, 0);
  return order;
}

function greatestCode(pool: PatternPool, codeOf: Uint16Array, chosen: Int32Array): number {
  let greatest = 0;
  for (const pattern of chosen) {
    const end = pool.starts[pattern + 1] as number;
    for (let at = pool.starts[pattern] as number; at < end; at += 1) {
      const code = codeOf[pool.units[at] as number] as number;
      if (code > greatest) greatest = code;
    }
  }
  return greatest;
}

/** Sorts by some characters at a time as plain numbers, then within those that have all of them in common. */
function sortRange(sorting: Sorting, from: number, to: number, depth: number): void {
  const { pool, codeOf, order, keys, width, atOnce } = sorting;
  const { units, starts } = pool;
  for (let at = from; at < to; at += 1) {
    const pattern = order[at] as number;
    const end = starts[pattern + 1] as number;
    let place = (starts[pattern] as number) + depth;
    let key = 0;
    for (let count = 0; count < atOnce; count += 1, place += 1) {
      key = key * width + (place < end ? (codeOf[units[place] as number] as number) : 0);
    }
    keys[at] = key * mostPatterns + pattern;
  }
  if (to - from <= fewEnough) insertionSort(keys, from, to);
  else keys.subarray(from, to).sort();
  for (let at = from; at < to; at += 1) order[at] = (keys[at] as number) % mostPatterns;
  for (let start = from; start < to; ) {
    const prefix = Math.floor((keys[start] as number) / mostPatterns);
    let end = start + 1;
    while (end < to && Math.floor((keys[end] as number) / mostPatterns) === prefix) end += 1;
    // A pattern that ended has nothing left to be sorted by.
    if (end - start > 1 && prefix % width !== 0) sortRange(sorting, start, end, depth + atOnce);
    start = end;
  }
}

function insertionSort(keys: Float64Array, from: number, to: number): void {
  for (let at = from + 1; at < to; at += 1) {
    const key = keys[at] as number;
    let place = at;
    while (place > from && (keys[place - 1] as number) > key) {
      keys[place] = keys[place - 1] as number;
      place -= 1;
    }
    keys[place] = key;
  }
}
