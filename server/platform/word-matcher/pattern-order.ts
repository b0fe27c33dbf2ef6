import type { PatternPool } from './pattern-pool.ts';

/** So many fit beside two characters into the 53 bits that a number keeps exactly. */
const mostPatterns = 1 << 20;
const fewEnough = 12;

/** The numbers of some patterns in the order of their codes; of equal beginnings the shorter one comes first. */
export function sortPatterns(pool: PatternPool, codeOf: Uint16Array, chosen: Int32Array): Int32Array {
  if (pool.count > mostPatterns) throw new RangeError(`More than ${mostPatterns} patterns`);
  const order = chosen.slice();
  const keys = new Float64Array(order.length);
  sortRange(pool, codeOf, order, keys, 0, order.length, 0);
  return order;
}

/** Sorts by two characters at a time as plain numbers, then within those that have both in common. */
function sortRange(
  pool: PatternPool,
  codeOf: Uint16Array,
  order: Int32Array,
  keys: Float64Array,
  from: number,
  to: number,
  depth: number,
): void {
  for (let at = from; at < to; at += 1) {
    const pattern = order[at] as number;
    const high = codeAt(pool, codeOf, pattern, depth);
    const low = high === 0 ? 0 : codeAt(pool, codeOf, pattern, depth + 1);
    keys[at] = (high * 65536 + low) * mostPatterns + pattern;
  }
  if (to - from <= fewEnough) insertionSort(keys, from, to);
  else keys.subarray(from, to).sort();
  for (let at = from; at < to; at += 1) order[at] = (keys[at] as number) % mostPatterns;
  for (let start = from; start < to; ) {
    const prefix = Math.floor((keys[start] as number) / mostPatterns);
    let end = start + 1;
    while (end < to && Math.floor((keys[end] as number) / mostPatterns) === prefix) end += 1;
    // A pattern that ended has nothing left to be sorted by.
    if (end - start > 1 && prefix % 65536 !== 0) sortRange(pool, codeOf, order, keys, start, end, depth + 2);
    start = end;
  }
}

function codeAt(pool: PatternPool, codeOf: Uint16Array, pattern: number, depth: number): number {
  const at = (pool.starts[pattern] as number) + depth;
  return at < (pool.starts[pattern + 1] as number) ? (codeOf[pool.units[at] as number] as number) : 0;
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
