import type { Alphabet, PatternSink } from './automaton.ts';
import { buildDoubleArray, countEnds, type SortedCodes, sortCodes, tailOf } from './double-array.ts';
import type { PatternPool } from './pattern-pool.ts';

/** A node takes three of four adjacent numbers; the third points to the patterns that end here. */
const CHECK = 1;
const OUT = 2;

/** Finds patterns that begin at given places only: words that need a boundary are not looked for within others. */
export class AnchoredTrie {
  readonly #codeOf: Uint16Array;
  readonly #cells: Int32Array;
  /** What patterns end in that no other one begins like stands there, not in nodes. */
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
      this.#cells[((trie.nodes[at] as number) << 2) | OUT] = outs;
    }
  }

  get bytes(): number {
    const { order, codes, starts } = this.#sorted;
    const parts = [this.#codeOf, this.#cells, order, codes, starts, this.#outFirst, this.#outCount];
    return parts.reduce((sum, part) => sum + part.byteLength, 0);
  }

  /** All patterns that begin at a place; says how many steps that took. */
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
      const out = cells[(node << 2) | OUT] as number;
      if (out === 0) continue;
      const first = this.#outFirst[out] as number;
      const end = first + (this.#outCount[out] as number);
      for (let place = first; place < end; place += 1) sink.take(this.#sorted.order[place] as number, at + 1);
    }
    return at - from + 1;
  }

  /** The one pattern that is left, from a depth on. */
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
