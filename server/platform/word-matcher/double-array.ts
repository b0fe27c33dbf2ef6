import { grown, type PatternPool } from './pattern-pool.ts';

/** A trie in two arrays: the child of `node` by `code` is `base[node] + code` if `check` there names `node`. */
export type DoubleArray = {
  base: Int32Array;
  check: Int32Array;
  /** The first cell that is certainly free, and so are all behind it. */
  end: number;
  /** Nodes in order of depth, the root first. */
  nodes: Int32Array;
  nodeCount: number;
  /** Where the patterns that end at the node of the same place in `nodes` begin in the sorted order, and how many they are. */
  firstPattern: Int32Array;
  patternCount: Int32Array;
};

/** After so many places that did not fit, later searches begin further on. */
const mostTries = 8;
const cellsGivenUp = 64;

/** Lays out the trie of sorted patterns, breadth first, so that nodes near the root lie together. */
export function buildDoubleArray(
  pool: PatternPool,
  codeOf: Uint16Array,
  codeCount: number,
  order: Int32Array,
): DoubleArray {
  const most = (pool.starts[pool.count] as number) + 1;
  const room = { base: new Int32Array(0), check: new Int32Array(0) };
  const reserve = (length: number) => {
    const old = room.check.length;
    if (length <= old) return;
    const larger = Math.max(length, Math.floor(old * 1.5));
    room.base = grown(room.base, larger);
    room.check = grown(room.check, larger).fill(-1, old);
  };
  reserve(most + 2 * codeCount + 2);
  const nodes = new Int32Array(most);
  const from = new Int32Array(most);
  const to = new Int32Array(most);
  const patternCount = new Int32Array(most);
  const codes = new Int32Array(codeCount + 1);
  const starts = new Int32Array(codeCount + 2);
  let nodeCount = 1;
  let levelEnd = 1;
  let depth = 0;
  // The root's children stand at their codes, so no other child ever comes before the first cell.
  let end = codeCount + 1;
  let cursor = 1;
  let wideCursor = 1;
  to[0] = pool.count;

  const placeOf = (count: number): number => {
    const first = codes[0] as number;
    const width = (codes[count - 1] as number) - first;
    if (count === 1) {
      while (room.check[cursor] !== -1) cursor += 1;
      if (cursor < first) cursor = first;
      while (room.check[cursor] !== -1) cursor += 1;
      return cursor - first;
    }
    let place = Math.max(wideCursor, first);
    for (let tries = 0; place < end; place += 1) {
      if (room.check[place] !== -1) continue;
      let child = 1;
      while (child < count && room.check[place - first + (codes[child] as number)] === -1) child += 1;
      if (child === count) return place - first;
      tries += 1;
      // What is left here is too scattered for several children together; single ones will fill it.
      if (tries % mostTries === 0) wideCursor += cellsGivenUp;
    }
    place = Math.max(place, first);
    reserve(place + width + codeCount + 2);
    return place - first;
  };

  for (let at = 0; at < nodeCount; at += 1) {
    if (at === levelEnd) {
      levelEnd = nodeCount;
      depth += 1;
    }
    const node = nodes[at] as number;
    const last = to[at] as number;
    let word = from[at] as number;
    const began = word;
    while (word < last && pool.lengthOf(order[word] as number) === depth) word += 1;
    patternCount[at] = word - began;
    let count = 0;
    while (word < last) {
      const code = codeAt(pool, codeOf, order[word] as number, depth);
      if (count === 0 || code !== codes[count - 1]) {
        codes[count] = code;
        starts[count] = word;
        count += 1;
      }
      word += 1;
    }
    if (count === 0) continue;
    starts[count] = last;
    const base = at === 0 ? 0 : placeOf(count);
    room.base[node] = base;
    reserve(base + codeCount + 2);
    for (let child = 0; child < count; child += 1) {
      const cell = base + (codes[child] as number);
      room.check[cell] = node;
      if (cell >= end) end = cell + 1;
      nodes[nodeCount] = cell;
      from[nodeCount] = starts[child] as number;
      to[nodeCount] = starts[child + 1] as number;
      nodeCount += 1;
    }
  }
  return { base: room.base, check: room.check, end, nodes, nodeCount, firstPattern: from, patternCount };
}

function codeAt(pool: PatternPool, codeOf: Uint16Array, pattern: number, depth: number): number {
  return codeOf[pool.units[(pool.starts[pattern] as number) + depth] as number] as number;
}
