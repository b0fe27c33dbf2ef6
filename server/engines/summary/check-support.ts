import type { Claim, Support, TextBlock } from './port.ts';
import { wordsOf } from './words-of.ts';

/** So much of what a sentence says, by the weight of its words, must stand in at most so many places. */
const enough = 0.6;
const mostPlaces = 5;
/** A word in more places than that tells none of them from the others. */
const mostPostings = 400;
/** Beyond this a further place adds nothing worth to be shown. */
const leastGain = 0.12;

/** Finds what sentences rest on in a text, by the words and the numbers that both have. */
export class SupportIndex {
  readonly #words: Map<string, number[]> = new Map();
  readonly #numbers: ReadonlySet<string>[];
  readonly #size: number;

  constructor(blocks: readonly TextBlock[]) {
    this.#size = blocks.length;
    this.#numbers = blocks.map(({ text }) => numbersOf(text));
    for (const [number, { text }] of blocks.entries()) {
      for (const term of new Set(wordsOf(text).map((word) => word.term))) {
        const postings = this.#words.get(term);
        if (postings) postings.push(number);
        else this.#words.set(term, [number]);
      }
    }
  }

  find({ text, blocks: named = [] }: Claim): Support {
    const terms = [...new Set(wordsOf(text).map((word) => word.term))];
    const weights = new Map(terms.map((term) => [term, this.#weigh(term)]));
    const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    if (total === 0) return { blocks: [], supported: false };
    const places: number[] = [];
    const open = new Map(weights);
    while (places.length < mostPlaces) {
      const best = this.#bestFor(open, new Set(named), places);
      if (!best || best.gain / total < (places.length === 0 ? 0.2 : leastGain)) break;
      places.push(best.block);
      for (const term of best.terms) open.delete(term);
    }
    const missing = [...open.values()].reduce((sum, weight) => sum + weight, 0);
    const numbers = [...numbersOf(text)].every((number) => places.some((place) => this.#numbers[place]?.has(number)));
    return { blocks: places, supported: numbers && 1 - missing / total >= enough };
  }

  /** The place with the most of what is still open; those that were named win where others are no better. */
  #bestFor(open: ReadonlyMap<string, number>, named: ReadonlySet<number>, taken: readonly number[]) {
    const gains = new Map<number, { gain: number; terms: string[] }>();
    for (const [term, weight] of open) {
      const postings = this.#words.get(term) ?? [];
      if (postings.length > mostPostings && gains.size > 0) continue;
      for (const block of postings.slice(0, mostPostings * 4)) {
        const known = gains.get(block);
        if (known) {
          known.gain += weight;
          known.terms.push(term);
        } else gains.set(block, { gain: weight, terms: [term] });
      }
    }
    let best: { block: number; gain: number; terms: string[] } | undefined;
    for (const [block, { gain, terms }] of gains) {
      if (taken.includes(block)) continue;
      const rank = gain * (named.has(block) ? 1.15 : 1);
      const least = best ? best.gain * (named.has(best.block) ? 1.15 : 1) : -1;
      if (rank > least || (rank === least && best && block < best.block)) best = { block, gain, terms };
    }
    return best;
  }

  #weigh(term: string): number {
    const count = this.#words.get(term)?.length ?? 0;
    return Math.log(2 + this.#size / (count + 1));
  }
}

/** Numbers of two digits and more, as they are compared: a summary must not make any up. */
function numbersOf(text: string): Set<string> {
  const found = text.normalize('NFKC').match(/\d+(?:[.,]\d+)*/gu) ?? [];
  return new Set(found.map((number) => number.replaceAll(',', '')).filter((number) => number.length > 1));
}
