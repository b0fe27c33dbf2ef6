import { DIGIT, grown, INVISIBLE, LETTER, MARK, plainLetters, SURROGATE, strictTable, wrapEnd } from './characters.ts';
import {
  after,
  alsoLooksLike,
  BETWEEN,
  FIRST,
  GAP,
  INNER_LEET_SIGN,
  LEET_SIGN,
  type LooseRun,
  looksLike,
  looseClassAt,
  looseClassOf,
  looseClassOfPoint,
  plainUnits,
  SUSPECT,
  skipInvisible,
  withoutAccent,
} from './loose-characters.ts';
import { addToken } from './read-unspaced.ts';

/** The word is written in an unusual way. */
export const DISGUISED = 1;
/** One letter, or one letter repeated three or more times. */
export const SINGLE = 2;
/** Its digits and signs may stand for letters. */
export const READS_LEET = 4;
/** Mixes Latin letters with look-alikes. */
export const MIXED = 8;
/** Spelled out: continues with the next token. */
export const SPELLED_ON = 16;
/** Spelled out: continues from the previous token. */
export const SPELLED_FROM = 32;
/** Contains digits, or signs that may stand for letters. */
export const WITH_DIGITS = 64;

/** Contains a letter that resembles two Latin ones. */
export const AMBIGUOUS = 128;

/**
 * Letters that ordinary English words don't double. Exceptions such as skiing, vacuum and bazaar do no harm because
 * their single-letter forms aren't words.
 */
const rarelyDoubled = new Set([...'ahijkquvwxy'].map((letter) => letter.charCodeAt(0)));

export function isRarelyDoubled(unit: number): boolean {
  return rarelyDoubled.has(unit);
}

/** Units and endings that follow a number, so that 5in isn't read as sin. */
const afterNumbers = new Set(
  'am pm in ft th st nd rd mm cm dm km nm um kg mg ml cl dl hl gb mb kb tb hz khz mhz ghz kw mw kwh wh px pt em rem fps bit bits min sec hr hrs ms ns us yd oz lb lbs mph kph rpm dpi ppm db ev ma mah va yr yrs wk pp'.split(
    ' ',
  ),
);

/** Collects the properties of one word character by character and derives its flags. */
class TokenShape {
  /** Whether the text is English: only there are accents and doubled letters suspicious. */
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

  /** Call for a mark, an invisible character or an end-of-line hyphen. */
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

  /**
   * Numbers, units, pages and roads (p155, A55) aren't leet: it takes at least two letters, or one letter with signs
   * only.
   */
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

/** Longer tokens aren't words anyone could read. */
export const longestToken = 256;

/** The words of a text in scripts with spaces: their offsets and what is unusual about each. */
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

  /** Frees the buffers after a huge text so that they aren't kept. */
  release(): void {
    if (this.start.length <= 1 << 18) return;
    this.start = new Int32Array(256);
    this.end = new Int32Array(256);
    this.flags = new Uint8Array(256);
  }

  /** A sign begins a word if a letter, digit or another such sign follows; directly after a word it was a separator. */
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
        // An invisible character or end-of-line hyphen belongs to the word only if the word continues after it.
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

  /** Signs that also end sentences stand for letters only inside a word; the others at its end too. */
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

/** Enclosed digits, from this code point on, always stand for letters and never separate them. */
const firstEnclosed = 0x2460;

/** In b@a@d the signs are separators: each follows a single character, and the same sign comes next or came before. */
function separates(text: string, start: number, at: number, visible: number): boolean {
  const sign = text.charCodeAt(at);
  return (
    sign < firstEnclosed && visible === 1 && (text.charCodeAt(at + 2) === sign || text.charCodeAt(start - 1) === sign)
  );
}

function isPart(kind: number): boolean {
  return kind === LETTER || kind === DIGIT || kind === LEET_SIGN;
}

/**
 * Minimum length of a part and maximum number of parts for joining them into one word, so that pen-is and as-s don't
 * match.
 */
const shortestPart = 3;
const mostParts = 3;
const mostWords = 64;
const spaceUnit = 0x20;
const underline = 0x5f;

/**
 * Reads words joined by hyphens or underscores, as in file names: as separate words (bad_apple), and two or three
 * hyphenated ones also as a single word (ghost-writing).
 */
export function readCompounds(text: string, tokens: SpacedTokens, run: LooseRun, take: (run: LooseRun) => void): void {
  for (let first = 0; first + 1 < tokens.count; ) {
    let last = first;
    let hyphens = true;
    while (last + 1 < tokens.count && last - first < mostWords) {
      const sign = jointSign(text, tokens, last);
      if (sign === 0) break;
      hyphens &&= sign !== underline;
      last += 1;
    }
    if (last > first) {
      fill(text, tokens, run.clear(false), first, last, false);
      take(run.finish());
      if (hyphens && last - first < mostParts && isOfParts(tokens, first, last)) {
        fill(text, tokens, run.clear(false), first, last, true);
        take(run.finish());
      }
    }
    first = last + 1;
  }
}

/** The single hyphen or underscore that joins a word to the next, or 0. */
function jointSign(text: string, { start, end, flags }: SpacedTokens, token: number): number {
  const from = end[token] as number;
  if ((start[token + 1] as number) - from !== 1) return 0;
  const sign = text.charCodeAt(from);
  if (sign !== 0x2d && sign !== 0x2010 && sign !== 0x2011 && sign !== underline) return 0;
  const spelled = ((flags[token] as number) & SPELLED_ON) | ((flags[token + 1] as number) & SPELLED_FROM);
  const length = Math.max(from - (start[token] as number), (end[token + 1] as number) - (start[token + 1] as number));
  return spelled !== 0 || length > longestToken ? 0 : sign;
}

function isOfParts({ start, end }: SpacedTokens, first: number, last: number): boolean {
  for (let at = first; at <= last; at += 1) {
    if ((end[at] as number) - (start[at] as number) < shortestPart) return false;
  }
  return true;
}

function fill(
  text: string,
  { start, end, flags }: SpacedTokens,
  run: LooseRun,
  first: number,
  last: number,
  joined: boolean,
): void {
  for (let at = first; at <= last; at += 1) {
    const [from, to, is] = [start[at] as number, end[at] as number, flags[at] as number];
    const reading = { leet: (is & READS_LEET) !== 0, mixed: (is & MIXED) !== 0 };
    let before = is & DISGUISED || joined ? FIRST | SUSPECT : FIRST;
    if (at > first && joined) before = GAP;
    else if (at > first) run.add(spaceUnit, BETWEEN | GAP, from, from);
    addToken(run, text, from, to, reading, before, 0);
  }
}
