import { classAt, classOf, DIGIT, LETTER, SURROGATE, UNSPACED } from './character-class.ts';
import { grown, PatternPool } from './pattern-pool.ts';
import type { WildcardPattern } from './wildcard-pattern.ts';

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
