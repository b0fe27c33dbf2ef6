import { grown } from './characters.ts';
import type { PatternPool } from './patterns.ts';

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

/** A trie in two arrays, which are good until the next is built: the child of `node` by `code` is `base[node] + code` if `check` there names `node`. */
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

/**
 * Lays out the trie of sorted patterns, breadth first, so that nodes near the root lie together. With tails, what only one
 * pattern goes on with has no nodes: `base` of the last one is then less than nought, and names the pattern (see `tailOf`).
 */
export function buildDoubleArray(sorted: SortedCodes, codeCount: number, withTails = false): DoubleArray {
  return new Layout(sorted, codeCount).build(withTails);
}

type Four = [Int32Array, Int32Array, Int32Array, Int32Array];

const buffers: Int32Array[] = [];

/** Large arrays that are needed only while a trie is built: new ones each time would keep the garbage collector busy. */
function scratch(slot: number, length: number): Int32Array {
  const kept = buffers[slot];
  if (kept && kept.length >= length) return kept.subarray(0, length);
  const made = new Int32Array(length);
  buffers[slot] = made;
  return made;
}

/** The place in the sorted order of the only pattern that goes on from a node with such a base. */
export function tailOf(base: number): number {
  return -base - 1;
}

/** To be called when no trie is being built any more. */
export function dropScratch(): void {
  buffers.length = 0;
}

class Layout {
  readonly #sorted: SortedCodes;
  readonly #codeCount: number;
  #base: Int32Array;
  #check: Int32Array;
  /** The codes of the children of one node, and where the patterns of each begin. */
  readonly #codes: Int32Array;
  readonly #starts: Int32Array;
  // The first cells are the root's children by their codes, and nobody else's.
  #end: number;
  #cursor: number;
  #wideCursor: number;

  constructor(sorted: SortedCodes, codeCount: number) {
    this.#sorted = sorted;
    this.#codeCount = codeCount;
    this.#end = codeCount + 1;
    this.#cursor = this.#end;
    this.#wideCursor = this.#end;
    const room = sorted.codes.length + 2 * codeCount + 4;
    this.#base = scratch(4, room).fill(0);
    this.#check = scratch(5, room).fill(-1);
    this.#codes = new Int32Array(codeCount + 1);
    this.#starts = new Int32Array(codeCount + 2);
  }

  build(withTails: boolean): DoubleArray {
    const { codes, starts } = this.#sorted;
    const most = codes.length + 1;
    const [nodes, from, to, patternCount] = [0, 1, 2, 3].map((slot) => scratch(slot, most)) as Four;
    let nodeCount = 1;
    let levelEnd = 1;
    let depth = 0;
    nodes[0] = 0;
    from[0] = 0;
    to[0] = starts.length - 1;
    for (let at = 0; at < nodeCount; at += 1) {
      if (at === levelEnd) {
        levelEnd = nodeCount;
        depth += 1;
      }
      const began = from[at] as number;
      const last = to[at] as number;
      let word = began;
      while (word < last && (starts[word + 1] as number) - (starts[word] as number) === depth) word += 1;
      patternCount[at] = word - began;
      if (word === last) continue;
      const node = nodes[at] as number;
      if (last - word === 1 && at > 0) {
        if (withTails) {
          this.#base[node] = -word - 1;
          continue;
        }
        // Most nodes are of one word only: nothing to gather, and any free cell will do.
        const code = codes[(starts[word] as number) + depth] as number;
        const cell = this.#nextFree(code);
        this.#base[node] = cell - code;
        this.#check[cell] = node;
        if (cell >= this.#end) this.#end = cell + 1;
        nodes[nodeCount] = cell;
        from[nodeCount] = word;
        to[nodeCount] = last;
        nodeCount += 1;
        continue;
      }
      const count = this.#gather(word, last, depth);
      const base = at === 0 ? 0 : this.#placeOf(count);
      this.#base[node] = base;
      this.#reserve(base + this.#codeCount + 2);
      for (let child = 0; child < count; child += 1) {
        const cell = base + (this.#codes[child] as number);
        this.#check[cell] = node;
        if (cell >= this.#end) this.#end = cell + 1;
        nodes[nodeCount] = cell;
        from[nodeCount] = this.#starts[child] as number;
        to[nodeCount] = this.#starts[child + 1] as number;
        nodeCount += 1;
      }
    }
    return { base: this.#base, check: this.#check, end: this.#end, nodes, nodeCount, firstPattern: from, patternCount };
  }

  #gather(first: number, last: number, depth: number): number {
    const { codes, starts } = this.#sorted;
    let count = 0;
    let before = 0;
    for (let word = first; word < last; word += 1) {
      const code = codes[(starts[word] as number) + depth] as number;
      if (code === before) continue;
      this.#codes[count] = code;
      this.#starts[count] = word;
      before = code;
      count += 1;
    }
    this.#starts[count] = last;
    return count;
  }

  /** There is always one: cells are reserved for more nodes than there can be. */
  #nextFree(code: number): number {
    const check = this.#check;
    let cursor = Math.max(this.#cursor, code);
    while (check[cursor] !== -1) cursor += 1;
    this.#cursor = cursor;
    if (cursor + this.#codeCount + 2 > check.length) this.#reserve(cursor + this.#codeCount + 2);
    return cursor;
  }

  #placeOf(count: number): number {
    const check = this.#check;
    const first = this.#codes[0] as number;
    if (count === 1) return this.#nextFree(first) - first;
    let place = Math.max(this.#wideCursor, first);
    for (let tries = 0; place < this.#end; place += 1) {
      if (check[place] !== -1) continue;
      let child = 1;
      while (child < count && check[place - first + (this.#codes[child] as number)] === -1) child += 1;
      if (child === count) return place - first;
      tries += 1;
      // What is left here is too scattered for several children together; single ones will fill it.
      if (tries % mostTries === 0) this.#wideCursor += cellsGivenUp;
    }
    return Math.max(place, first) - first;
  }

  /** Every child of a base must have a cell, there or not. */
  #reserve(length: number): void {
    const old = this.#check.length;
    if (length <= old) return;
    const larger = Math.max(length, Math.floor(old * 1.25));
    this.#base = grown(this.#base, larger);
    this.#check = grown(this.#check, larger).fill(-1, old);
  }
}

/** At how many nodes patterns end. */
export function countEnds({ nodeCount, patternCount }: DoubleArray): number {
  let ends = 0;
  for (let at = 1; at < nodeCount; at += 1) if (patternCount[at] !== 0) ends += 1;
  return ends;
}
