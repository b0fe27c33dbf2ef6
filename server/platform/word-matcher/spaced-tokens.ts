import { DIGIT, INVISIBLE, LETTER, MARK, SURROGATE } from './character-class.ts';
import {
  after,
  INNER_LEET_SIGN,
  LEET_SIGN,
  looseClassAt,
  looseClassOf,
  looseClassOfPoint,
  skipInvisible,
} from './loose-characters.ts';
import { grown } from './pattern-pool.ts';
import { DISGUISED, SINGLE, TokenShape } from './token-shape.ts';
import { wrapEnd } from './wrapped-line.ts';

/** Nobody reads a word in so many characters. */
export const longestToken = 256;

/** The words of the scripts with spaces in a text: where each stands, and whether something about it is odd. */
export class SpacedTokens {
  start: Int32Array = new Int32Array(256);
  end: Int32Array = new Int32Array(256);
  flags: Uint8Array = new Uint8Array(256);
  count = 0;
  readonly #shape: TokenShape = new TokenShape();

  read(text: string, english: boolean): this {
    this.count = 0;
    this.#shape.english = english;
    for (let at = 0; at < text.length; ) {
      const kind = looseClassOf[text.charCodeAt(at)] as number;
      if (kind === LETTER || kind === DIGIT || (kind === LEET_SIGN && this.#leads(text, at))) at = this.#take(text, at);
      else if (kind === SURROGATE) {
        if (looseClassAt(text, at) === LETTER) at = this.#take(text, at);
        else at = after(text, at);
      } else at += 1;
    }
    return this;
  }

  /** After a giant, so that it is not kept. */
  release(): void {
    if (this.start.length <= 1 << 18) return;
    this.start = new Int32Array(256);
    this.end = new Int32Array(256);
    this.flags = new Uint8Array(256);
  }

  /** A sign begins a word when a letter or another sign follows; between two letters it was a separator. */
  #leads(text: string, at: number): boolean {
    if (this.count > 0 && this.end[this.count - 1] === at) return false;
    const next = looseClassAt(text, skipInvisible(text, at + 1));
    return next === LETTER || next === LEET_SIGN || next === DIGIT;
  }

  #take(text: string, start: number): number {
    const shape = this.#shape;
    shape.begin();
    let end = start;
    for (let at = start; at < text.length; ) {
      const unit = text.charCodeAt(at);
      let kind = looseClassOf[unit] as number;
      if (kind === LETTER && unit < 0x80) {
        shape.seeAscii(unit | 0x20);
        at += 1;
        end = at;
        continue;
      }
      const point = kind === SURROGATE ? (text.codePointAt(at) ?? 0) : unit;
      if (kind === SURROGATE) kind = looseClassOfPoint(point);
      const next = at + (point > 0xffff ? 2 : 1);
      if (kind === LETTER) shape.seeLetter(point);
      else if (kind === DIGIT) shape.seeOther(kind);
      else if (kind === MARK) shape.seeDisguise();
      else if (kind === LEET_SIGN || kind === INNER_LEET_SIGN) {
        if (separates(text, start, at, shape.visible) || !this.#goesOn(text, at, kind)) break;
        shape.seeOther(kind);
      } else {
        // Something unseen, or a hyphen where the line ends, belongs to the word only if the word goes on behind it.
        const resumed = kind === INVISIBLE ? skipInvisible(text, at) : wrapEnd(text, at);
        const resumedKind = looseClassAt(text, resumed);
        if (resumed === at || !(isPart(resumedKind) || resumedKind === MARK)) break;
        shape.seeDisguise();
        at = resumed;
        continue;
      }
      at = next;
      end = at;
    }
    this.#add(start, end, end - start > longestToken ? shape.flags() & ~(DISGUISED | SINGLE) : shape.flags());
    return Math.max(end, start + 1);
  }

  /** Signs that also end sentences stand for letters only between letters; the others at the end of a word too. */
  #goesOn(text: string, at: number, kind: number): boolean {
    if (kind === LEET_SIGN) return true;
    const next = looseClassAt(text, skipInvisible(text, at + 1));
    return next === LETTER || next === DIGIT || next === INNER_LEET_SIGN || next === LEET_SIGN;
  }

  #add(start: number, end: number, flags: number): void {
    if (this.count === this.start.length) {
      this.start = grown(this.start, this.count * 2);
      this.end = grown(this.end, this.count * 2);
      this.flags = grown(this.flags, this.count * 2);
    }
    this.start[this.count] = start;
    this.end[this.count] = end;
    this.flags[this.count] = flags;
    this.count += 1;
  }
}

/** Digits in circles stand for letters, wherever they are. */
const firstEnclosed = 0x2460;

/** In b@a@d the signs are no letters: each stands after one character, and the next or the last sign is the same. */
function separates(text: string, start: number, at: number, visible: number): boolean {
  const sign = text.charCodeAt(at);
  return (
    sign < firstEnclosed && visible === 1 && (text.charCodeAt(at + 2) === sign || text.charCodeAt(start - 1) === sign)
  );
}

function isPart(kind: number): boolean {
  return kind === LETTER || kind === DIGIT || kind === LEET_SIGN;
}
