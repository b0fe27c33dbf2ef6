import { keyOf } from './loose-characters.ts';
import { grown } from './pattern-pool.ts';

/** What was done to a unit, or before it. */
export const LEET = 1;
export const ODD = 2;
export const LOOKALIKE = 4;
export const ACCENT = 8;
export const MARKED = 16;
/** Something unseen stands before it. */
export const UNSEEN = 32;
/** A separator stands before it. */
export const GAP = 64;
/** A separator that also ends clauses: it counts only where all gaps of a word are such. */
export const CLAUSE = 128;
/** A hyphen at the end of a line stands before it. */
export const WRAP = 256;
/** The first unit of a word of the text. */
export const FIRST = 512;
/** Latin and look-alike letters stand together in its word. */
export const AMONG_LOOKALIKES = 4096;
/** In a word that was spelled out: only the whole of it counts. */
export const SPELLED = 1024;
/** Stands on the first unit of a word that may be disguised. */
export const SUSPECT = 8192;
/** Brackets, quotes or tabs stand before it: they count only where they enclose every character of a word. */
export const CELL = 32768;
/** Not part of the disguise: a space or sign between words. */
export const BETWEEN = 2048;

/**
 * A stretch of text as it reads without its disguises: units with what was done to each and where they stood, and the
 * keys by which words are found in it, of which equal neighbours are one.
 */
export class LooseRun {
  plain: Uint16Array = new Uint16Array(256);
  flags: Uint16Array = new Uint16Array(256);
  start: Int32Array = new Int32Array(256);
  end: Int32Array = new Int32Array(256);
  length = 0;
  keys: Uint16Array = new Uint16Array(256);
  /** Where the units of a key begin; one more than there are keys. */
  firstUnit: Int32Array = new Int32Array(257);
  keyCount = 0;
  /** Whether it is of a script without spaces: words stand anywhere in it. */
  unspaced = false;

  clear(unspaced: boolean): this {
    this.length = 0;
    this.keyCount = 0;
    this.unspaced = unspaced;
    return this;
  }

  add(plain: number, flags: number, start: number, end: number): void {
    if (this.length === this.plain.length) this.#grow();
    this.plain[this.length] = plain;
    this.flags[this.length] = flags;
    this.start[this.length] = start;
    this.end[this.length] = end;
    this.length += 1;
  }

  /** To be called when all units are there. */
  finish(): this {
    let count = 0;
    for (let at = 0; at < this.length; at += 1) {
      const key = keyOf[this.plain[at] as number] as number;
      // A new word of the text begins a new key, so that no repetition reaches over it.
      if (count > 0 && this.keys[count - 1] === key && ((this.flags[at] as number) & FIRST) === 0) continue;
      this.keys[count] = key;
      this.firstUnit[count] = at;
      count += 1;
    }
    this.firstUnit[count] = this.length;
    this.keyCount = count;
    return this;
  }

  #grow(): void {
    const length = this.plain.length * 2;
    this.plain = grown(this.plain, length);
    this.flags = grown(this.flags, length);
    this.start = grown(this.start, length);
    this.end = grown(this.end, length);
    this.keys = grown(this.keys, length);
    this.firstUnit = grown(this.firstUnit, length + 1);
  }
}
