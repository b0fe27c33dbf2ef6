import { classAt, classOf, DIGIT, LETTER, SURROGATE, UNSPACED } from './character-class.ts';
import { grown, PatternPool } from './pattern-pool.ts';

/** It counts anywhere, in words too. */
export const CONTAINS = 1;
/** Only the anchor of a pattern with wildcards. */
export const WILDCARD = 2;
/** Not the word, but a phrase in which it does not count. */
export const EXCEPTION = 4;
/** It begins, it ends with a letter or digit of a script with spaces. */
export const LETTER_FIRST = 8;
export const LETTER_LAST = 16;
/** It has characters of a script without spaces. */
export const HAS_UNSPACED = 32;

/** The patterns of one pass: what is looked for, of which word it is, and what must be true around it. */
export class PatternList {
  readonly units: PatternPool = new PatternPool();
  word: Int32Array = new Int32Array(1 << 10);
  flags: Uint8Array = new Uint8Array(1 << 10);
  readonly wildcards: Map<number, WildcardPattern> = new Map();

  add(word: number, flags: number, units: Uint16Array, from: number, to: number): number {
    const pattern = this.units.add(units, from, to);
    if (pattern >= this.word.length) {
      this.word = grown(this.word, pattern * 2);
      this.flags = grown(this.flags, pattern * 2);
    }
    this.word[pattern] = word;
    this.flags[pattern] = flags | shapeOf(units, from, to);
    return pattern;
  }

  addWildcard(word: number, flags: number, wildcard: WildcardPattern): void {
    const anchor = wildcard.elements.slice(wildcard.anchorFrom, wildcard.anchorTo);
    this.wildcards.set(this.add(word, flags, Uint16Array.from(anchor), 0, anchor.length), wildcard);
  }

  /** The numbers of the patterns with such flags. */
  choose(isWanted: (flags: number) => boolean): Int32Array {
    const chosen = new Int32Array(this.units.count);
    let count = 0;
    for (let pattern = 0; pattern < this.units.count; pattern += 1) {
      if (isWanted(this.flags[pattern] as number)) {
        chosen[count] = pattern;
        count += 1;
      }
    }
    return chosen.subarray(0, count);
  }

  trim(): void {
    this.units.trim();
    this.word = this.word.slice(0, this.units.count);
    this.flags = this.flags.slice(0, this.units.count);
  }
}

function shapeOf(units: Uint16Array, from: number, to: number): number {
  let unspaced = 0;
  for (let at = from; at < to; at += 1) {
    const kind = classOf[units[at] as number];
    if (kind === UNSPACED || kind === SURROGATE) unspaced = HAS_UNSPACED;
  }
  const first = isLetter(units, from) ? LETTER_FIRST : 0;
  return unspaced | first | (isLetter(units, to - 1) ? LETTER_LAST : 0);
}

function isLetter(units: Uint16Array, at: number): boolean {
  const kind = classAt(units, at);
  return kind === LETTER || kind === DIGIT;
}

export const ANY_ONE = -1;
export const ANY_RUN = -2;

/** A star reaches over so many letters of a word, or so many characters of a script without spaces. */
export const longestLetters = 30;
export const longestUnspaced = 8;

export type WildcardPattern = {
  /** Units, `ANY_ONE` and `ANY_RUN`; never two runs beside each other. */
  elements: readonly number[];
  /** The longest piece without wildcards: it is looked for, the rest is compared around it. */
  anchorFrom: number;
  anchorTo: number;
};

/** Reads a folded text in which `*` and `?` are wildcards. */
export function parseWildcards(units: Uint16Array): WildcardPattern {
  const elements: number[] = [];
  for (const unit of units) {
    const element = unit === 0x2a ? ANY_RUN : unit === 0x3f ? ANY_ONE : unit;
    if (element !== ANY_RUN || elements.at(-1) !== ANY_RUN) elements.push(element);
  }
  let [anchorFrom, anchorTo] = [0, 0];
  for (let from = 0; from < elements.length; ) {
    let to = from;
    while (to < elements.length && (elements[to] as number) >= 0) to += 1;
    if (to - from > anchorTo - anchorFrom) [anchorFrom, anchorTo] = [from, to];
    from = to + 1;
  }
  return { elements, anchorFrom, anchorTo };
}

/** So many units elements can take at most. */
export function longestReach(elements: readonly number[], from: number, to: number): number {
  let units = 0;
  for (let at = from; at < to; at += 1) units += elements[at] === ANY_RUN ? longestLetters : 2;
  return units;
}
