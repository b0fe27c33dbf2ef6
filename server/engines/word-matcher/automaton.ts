import { buildDoubleArray, countEnds, type DoubleArray, type SortedCodes, sortCodes, tailOf } from './double-array.ts';
import type { PatternPool } from './patterns.ts';

/** Called for each pattern that ends just before `end`. */
export type PatternSink = { take(pattern: number, end: number): void };

/** Each node is four adjacent numbers so that a step touches one cache line. */
const BASE = 0;
const CHECK = 1;
const FAIL = 2;
const OUT = 3;

/** Finds chosen patterns of a pool anywhere in a text in one pass: Aho–Corasick over typed arrays. */
export class Automaton {
  readonly #codeOf: Uint16Array;
  readonly #codeCount: number;
  /**
   * Hashed set of the first two codes of each pattern. It fits in the CPU cache and avoids most lookups in the large
   * array.
   */
  readonly #pairs: Uint32Array;
  readonly #cells: Int32Array;
  readonly #order: Int32Array;
  /** Outputs of a node: first pattern in `#order`, number of patterns, and the next output along the suffix links. */
  readonly #outFirst: Int32Array;
  readonly #outCount: Int32Array;
  readonly #outNext: Int32Array;

  constructor(pool: PatternPool, { codeOf, codeCount }: Alphabet, chosen: Int32Array) {
    this.#codeOf = codeOf;
    this.#codeCount = codeCount;
    const sorted = sortCodes(pool, codeOf, chosen);
    this.#order = sorted.order;
    this.#pairs = pairsOf(sorted);
    const trie = buildDoubleArray(sorted, codeCount);
    const ends = countEnds(trie);
    this.#outFirst = new Int32Array(ends + 1);
    this.#outCount = new Int32Array(ends + 1);
    this.#outNext = new Int32Array(ends + 1);
    this.#cells = this.#link(trie, codeCount);
  }

  get bytes(): number {
    const parts = [this.#codeOf, this.#pairs, this.#cells, this.#order, this.#outFirst, this.#outCount, this.#outNext];
    return parts.reduce((sum, part) => sum + part.byteLength, 0);
  }

  /** Scans the units and returns the number of steps, which tests use to check that scanning is linear. */
  scan(units: Uint16Array, length: number, sink: PatternSink): number {
    const cells = this.#cells;
    const codeOf = this.#codeOf;
    const pairs = this.#pairs;
    const codeCount = this.#codeCount;
    let node = 0;
    let steps = length;
    for (let at = 0; at < length; at += 1) {
      const code = codeOf[units[at] as number] as number;
      if (code === 0) {
        node = 0;
        continue;
      }
      for (;;) {
        // A depth-one node's number equals its code, so the pair filter can tell whether any pattern continues from it.
        if (node <= codeCount && !isPair(pairs, node, code)) node = 0;
        const next = (cells[node << 2] as number) + code;
        if (cells[(next << 2) | CHECK] === node) {
          node = next;
          break;
        }
        if (node === 0) break;
        steps += 1;
        node = cells[(node << 2) | FAIL] as number;
      }
      const out = cells[(node << 2) | OUT] as number;
      if (out !== 0) steps += this.#tell(out, at + 1, sink);
    }
    return steps;
  }

  #tell(first: number, end: number, sink: PatternSink): number {
    let told = 0;
    for (let out = first; out !== 0; out = this.#outNext[out] as number) {
      const from = this.#outFirst[out] as number;
      const to = from + (this.#outCount[out] as number);
      for (let at = from; at < to; at += 1) sink.take(this.#order[at] as number, end);
      told += to - from;
    }
    return told;
  }

  /**
   * Sets each node's fail link to its longest suffix. Nodes come in order of depth, so the shorter suffixes are
   * already linked.
   */
  #link(
    { base, check, end, nodes, nodeCount, firstPattern, patternCount }: DoubleArray,
    codeCount: number,
  ): Int32Array {
    const cells = new Int32Array((end + codeCount + 1) * 4);
    for (let cell = 0; cell < end; cell += 1) {
      cells[cell << 2] = base[cell] as number;
      cells[(cell << 2) | CHECK] = check[cell] as number;
    }
    for (let cell = end; cell < end + codeCount + 1; cell += 1) cells[(cell << 2) | CHECK] = -1;
    let outs = 0;
    for (let at = 1; at < nodeCount; at += 1) {
      const node = nodes[at] as number;
      const parent = check[node] as number;
      const code = node - (base[parent] as number);
      let fail = 0;
      if (parent !== 0) {
        let suffix = cells[(parent << 2) | FAIL] as number;
        for (;;) {
          if (suffix <= codeCount && !isPair(this.#pairs, suffix, code)) suffix = 0;
          const next = (cells[(suffix << 2) | BASE] as number) + code;
          if (cells[(next << 2) | CHECK] === suffix) {
            fail = next;
            break;
          }
          if (suffix === 0) break;
          suffix = cells[(suffix << 2) | FAIL] as number;
        }
      }
      cells[(node << 2) | FAIL] = fail;
      let out = cells[(fail << 2) | OUT] as number;
      const count = patternCount[at] as number;
      if (count > 0) {
        outs += 1;
        this.#outFirst[outs] = firstPattern[at] as number;
        this.#outCount[outs] = count;
        this.#outNext[outs] = out;
        out = outs;
      }
      cells[(node << 2) | OUT] = out;
    }
    return cells;
  }
}

type Alphabet = { codeOf: Uint16Array; codeCount: number };

/**
 * Frequent characters get small codes, which keeps the array dense. Code 0 is for characters that occur in no pattern.
 */
export function alphabetOf(pool: PatternPool): Alphabet {
  const often = new Int32Array(65536);
  const end = pool.starts[pool.count] as number;
  for (let at = 0; at < end; at += 1) {
    const unit = pool.units[at] as number;
    often[unit] = (often[unit] as number) + 1;
  }
  const used: number[] = [];
  for (let unit = 0; unit < 65536; unit += 1) if (often[unit] !== 0) used.push(unit);
  used.sort((left, right) => (often[right] as number) - (often[left] as number));
  const codeOf = new Uint16Array(65536);
  used.forEach((unit, place) => {
    codeOf[unit] = Math.min(place + 1, 65535);
  });
  return { codeOf, codeCount: used.length };
}

/** Keeps the filter at 128 KB, small enough for the CPU cache. */
const pairBits = 20;

/** Hashed filter of the first two codes of each pattern: false positives are possible, false negatives aren't. */
function pairsOf({ codes, starts }: SortedCodes): Uint32Array {
  const pairs = new Uint32Array(1 << (pairBits - 5));
  for (let pattern = 0; pattern + 1 < starts.length; pattern += 1) {
    const first = starts[pattern] as number;
    if ((starts[pattern + 1] as number) - first < 2) continue;
    const hash = pairHash(codes[first] as number, codes[first + 1] as number);
    pairs[hash >>> 5] = (pairs[hash >>> 5] as number) | (1 << (hash & 31));
  }
  return pairs;
}

function isPair(pairs: Uint32Array, first: number, second: number): boolean {
  const hash = pairHash(first, second);
  return (((pairs[hash >>> 5] as number) >>> (hash & 31)) & 1) !== 0;
}

function pairHash(first: number, second: number): number {
  return Math.imul((first << 16) | second, 0x9e3779b1) >>> (32 - pairBits);
}

/** The anchored trie has no fail links, so the outputs are the third of a node's four numbers. */
const TRIE_OUT = 2;

/** Finds patterns only at given start positions, for words that never match inside other words. */
export class AnchoredTrie {
  readonly #codeOf: Uint16Array;
  readonly #cells: Int32Array;
  /** Holds the tails: once only one pattern remains, its rest is compared here instead of being stored as nodes. */
  readonly #sorted: SortedCodes;
  readonly #outFirst: Int32Array;
  readonly #outCount: Int32Array;

  constructor(pool: PatternPool, { codeOf, codeCount }: Alphabet, chosen: Int32Array) {
    const sorted = sortCodes(pool, codeOf, chosen);
    const trie = buildDoubleArray(sorted, codeCount, true);
    const ends = countEnds(trie);
    this.#codeOf = codeOf;
    this.#sorted = sorted;
    this.#outFirst = new Int32Array(ends + 1);
    this.#outCount = new Int32Array(ends + 1);
    this.#cells = new Int32Array((trie.end + codeCount + 1) * 4);
    for (let cell = 0; cell < trie.end + codeCount + 1; cell += 1) {
      this.#cells[cell << 2] = cell < trie.end ? (trie.base[cell] as number) : 0;
      this.#cells[(cell << 2) | CHECK] = cell < trie.end ? (trie.check[cell] as number) : -1;
    }
    let outs = 0;
    for (let at = 1; at < trie.nodeCount; at += 1) {
      if (trie.patternCount[at] === 0) continue;
      outs += 1;
      this.#outFirst[outs] = trie.firstPattern[at] as number;
      this.#outCount[outs] = trie.patternCount[at] as number;
      this.#cells[((trie.nodes[at] as number) << 2) | TRIE_OUT] = outs;
    }
  }

  get bytes(): number {
    const { order, codes, starts } = this.#sorted;
    const parts = [this.#codeOf, this.#cells, order, codes, starts, this.#outFirst, this.#outCount];
    return parts.reduce((sum, part) => sum + part.byteLength, 0);
  }

  /** Reports every pattern that starts at `from`; returns the number of steps. */
  scanFrom(units: Uint16Array, length: number, from: number, sink: PatternSink): number {
    const cells = this.#cells;
    let node = 0;
    let at = from;
    for (; at < length; at += 1) {
      const code = this.#codeOf[units[at] as number] as number;
      if (code === 0) break;
      const base = cells[node << 2] as number;
      if (base < 0) return at - from + this.#scanTail(units, length, at, at - from, tailOf(base), sink);
      const next = base + code;
      if (cells[(next << 2) | CHECK] !== node) break;
      node = next;
      const out = cells[(node << 2) | TRIE_OUT] as number;
      if (out === 0) continue;
      const first = this.#outFirst[out] as number;
      const end = first + (this.#outCount[out] as number);
      for (let place = first; place < end; place += 1) sink.take(this.#sorted.order[place] as number, at + 1);
    }
    return at - from + 1;
  }

  /** Compares the rest of the only remaining pattern from `depth` on. */
  #scanTail(units: Uint16Array, length: number, from: number, depth: number, word: number, sink: PatternSink): number {
    const { order, codes, starts } = this.#sorted;
    const end = starts[word + 1] as number;
    let at = from;
    for (let place = (starts[word] as number) + depth; place < end; place += 1, at += 1) {
      if (at >= length || this.#codeOf[units[at] as number] !== codes[place]) return at - from + 1;
    }
    sink.take(order[word] as number, at);
    return at - from + 1;
  }
}
