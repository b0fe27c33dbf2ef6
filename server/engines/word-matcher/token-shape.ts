import { alsoLooksLike, LEET_SIGN, looksLike, plainLetters, plainUnits, withoutAccent } from './loose-characters.ts';
import { strictTable } from './strict-fold.ts';

/** Something about the word is not as one writes it. */
export const DISGUISED = 1;
/** One letter, or the same one three times and more. */
export const SINGLE = 2;
/** Its digits and signs may stand for letters. */
export const READS_LEET = 4;
/** Latin letters together with others that look like them. */
export const MIXED = 8;
/** Spelled out: it goes on with the next token. */
export const SPELLED_ON = 16;
/** Spelled out: it goes on from the token before. */
export const SPELLED_FROM = 32;
/** Digits, or signs that may stand for letters. */
export const WITH_DIGITS = 64;

/** One of its letters looks like two Latin ones. */
export const AMBIGUOUS = 128;

/** No ordinary English word doubles them (but for skiing, vacuum, bazaar and the like, of which no single form is a word). */
const rarelyDoubled = new Set([...'ahijkquvwxy'].map((letter) => letter.charCodeAt(0)));

export function isRarelyDoubled(unit: number): boolean {
  return rarelyDoubled.has(unit);
}

/** After a number these are units and endings, so 5in is no sin. */
const afterNumbers = new Set(
  'am pm in ft th st nd rd mm cm dm km nm um kg mg ml cl dl hl gb mb kb tb hz khz mhz ghz kw mw kwh wh px pt em rem fps bit bits min sec hr hrs ms ns us yd oz lb lbs mph kph rpm dpi ppm db ev ma mah va yr yrs wk pp'.split(
    ' ',
  ),
);

/** Looks at the characters of one word of a text, and says in the end what it is. */
export class TokenShape {
  /** Whether the text may be English: only there accents and doubled letters tell anything. */
  english = true;
  letters = 0;
  digits = 0;
  signs = 0;
  #latin = false;
  #alike = 0;
  #ambiguous = false;
  #odd = false;
  #last = -1;
  #run = 0;
  #runs = 0;
  #stretched = false;
  #allDoubled = true;
  #digitsFirst = true;
  #ending = '';

  begin(): void {
    this.letters = 0;
    this.digits = 0;
    this.signs = 0;
    this.#latin = false;
    this.#alike = 0;
    this.#ambiguous = false;
    this.#odd = false;
    this.#last = -1;
    this.#run = 0;
    this.#runs = 0;
    this.#stretched = false;
    this.#allDoubled = true;
    this.#digitsFirst = true;
    this.#ending = '';
  }

  get visible(): number {
    return this.letters + this.digits + this.signs;
  }

  seeAscii(letter: number): void {
    this.letters += 1;
    this.#latin = true;
    this.#repeat(letter);
    if (this.#digitsFirst && this.digits > 0) this.#ending += String.fromCharCode(letter);
  }

  seeLetter(point: number): void {
    this.letters += 1;
    if (plainLetters(point).length > 0) {
      this.#odd = true;
      this.#latin = true;
      this.#repeat(plainUnits(point)[0] ?? 0);
      return;
    }
    const unit = point < 0x10000 ? (strictTable[point] as number) : point;
    if (looksLike(point)) {
      this.#alike += 1;
      this.#ambiguous ||= alsoLooksLike(point) !== 0;
    } else if (unit < 0x250) this.#latin = true;
    if (unit !== point && unit < 0x80) this.#latin = true;
    if (this.english && withoutAccent(unit)) this.#odd = true;
    this.#repeat(unit);
  }

  seeOther(kind: number): void {
    if (kind >= LEET_SIGN) this.signs += 1;
    else this.digits += 1;
    if (this.letters > 0 || kind >= LEET_SIGN) this.#digitsFirst = false;
    this.#repeat(-1);
  }

  /** A mark, something unseen or a hyphen at the end of a line. */
  seeDisguise(): void {
    this.#odd = true;
  }

  flags(): number {
    this.#repeat(-2);
    const mixed = this.#latin && this.#alike > 0 && this.letters >= 3;
    const leet = this.#readsLeet();
    const repeats = this.#stretched || (this.#allDoubled && this.#runs >= 3);
    const single = this.visible === 1 || (this.#runs === 1 && this.letters >= 3 && this.visible === this.letters);
    return (
      (mixed || leet || this.#odd || repeats ? DISGUISED : 0) |
      (single ? SINGLE : 0) |
      (leet ? READS_LEET : 0) |
      (mixed ? MIXED : 0) |
      (mixed && this.#ambiguous ? AMBIGUOUS : 0) |
      (this.digits + this.signs > 0 ? WITH_DIGITS : 0)
    );
  }

  /** Numbers, units, pages and roads (p155, A55) are no words: of two letters at least, or of one and signs. */
  #readsLeet(): boolean {
    if (this.digits + this.signs === 0 || this.letters === 0) return false;
    if (this.letters === 1) return this.digits === 0;
    return !(this.#digitsFirst && this.digits > 0 && afterNumbers.has(this.#ending));
  }

  #repeat(letter: number): void {
    if (letter === this.#last) {
      this.#run += 1;
      return;
    }
    if (this.#last >= 0) {
      if (this.#run >= 3 || (this.english && this.#run === 2 && isRarelyDoubled(this.#last))) this.#stretched = true;
      if (this.#run < 2) this.#allDoubled = false;
      this.#runs += 1;
    }
    this.#last = letter;
    this.#run = 1;
  }
}
