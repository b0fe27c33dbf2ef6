import { grown } from './characters.ts';
import type { PatternPool } from './patterns.ts';

/** All patterns as codes, concatenated in sort order, so the trie builder reads memory sequentially. */
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

/** 20 bits for the pattern number and 33 for its codes make up the 53 bits a JavaScript number holds exactly. */
const mostPatterns = 1 << 20;
const codeBits = 33;
const fewEnough = 12;

/** Sort state: `atOnce` codes, each below `width`, are packed into one number and compared together. */
type Sorting = {
  pool: PatternPool;
  codeOf: Uint16Array;
  order: Int32Array;
  keys: Float64Array;
  width: number;
  atOnce: number;
};

/** Pattern numbers sorted by their codes; a prefix sorts before its extensions. */
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

/** Sorts by the next few codes packed into numbers, then recurses into groups where those are equal. */
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
    // A prefix that ends in code 0 means the patterns have ended, so they are equal.
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

/**
 * A double-array trie, valid until the next one is built: the child of `node` by `code` is `base[node] + code` if
 * `check` there equals `node`.
 */
export type DoubleArray = {
  base: Int32Array;
  check: Int32Array;
  /** Every cell from here on is free. */
  end: number;
  /** Nodes in breadth-first order, root first. */
  nodes: Int32Array;
  nodeCount: number;
  /** Parallel to `nodes`: first pattern in sort order that ends at the node, and how many do. */
  firstPattern: Int32Array;
  patternCount: Int32Array;
};

/** After this many failed placements, later searches start further on. */
const mostTries = 8;
const cellsGivenUp = 64;

/**
 * Lays out the trie of the sorted patterns breadth-first so that nodes near the root are close together in memory.
 * With tails, the rest of a pattern that no other shares gets no nodes: a negative `base` names the pattern (see
 * `tailOf`).
 */
export function buildDoubleArray(sorted: SortedCodes, codeCount: number, withTails = false): DoubleArray {
  return new Layout(sorted, codeCount).build(withTails);
}

type Four = [Int32Array, Int32Array, Int32Array, Int32Array];

const buffers: Int32Array[] = [];

/** Reuses large temporary arrays between builds to spare the garbage collector. */
function scratch(slot: number, length: number): Int32Array {
  const kept = buffers[slot];
  if (kept && kept.length >= length) return kept.subarray(0, length);
  const made = new Int32Array(length);
  buffers[slot] = made;
  return made;
}

/** Decodes a negative `base` into the sort position of the only pattern that continues there. */
export function tailOf(base: number): number {
  return -base - 1;
}

/** Call once no trie is being built any more. */
export function dropScratch(): void {
  buffers.length = 0;
}

class Layout {
  readonly #sorted: SortedCodes;
  readonly #codeCount: number;
  #base: Int32Array;
  #check: Int32Array;
  /** Codes of the current node's children, and where the patterns of each child begin. */
  readonly #codes: Int32Array;
  readonly #starts: Int32Array;
  // The first `codeCount + 1` cells are reserved for the root's children, indexed by code.
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
        // Fast path for the most common case, a single child: any free cell will do.
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

  /** Always finds one: more cells are reserved than there can be nodes. */
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
      // The gaps here are too scattered for several children together; single children will fill them.
      if (tries % mostTries === 0) this.#wideCursor += cellsGivenUp;
    }
    return Math.max(place, first) - first;
  }

  /** Any child of a base may be looked up, so its cell must exist even when unused. */
  #reserve(length: number): void {
    const old = this.#check.length;
    if (length <= old) return;
    const larger = Math.max(length, Math.floor(old * 1.25));
    this.#base = grown(this.#base, larger);
    this.#check = grown(this.#check, larger).fill(-1, old);
  }
}

/** The number of nodes at which at least one pattern ends. */
export function countEnds({ nodeCount, patternCount }: DoubleArray): number {
  let ends = 0;
  for (let at = 1; at < nodeCount; at += 1) if (patternCount[at] !== 0) ends += 1;
  return ends;
}
