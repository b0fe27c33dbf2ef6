import { simplifiedCharacters, traditionalCharacters } from './simplified-characters.ts';

/** Character classes, as they matter for word boundaries. */
export const SIGN = 0;
/** A letter of a script that separates words with spaces. */
export const LETTER = 1;
export const DIGIT = 2;
/** A character of a script without spaces, such as Chinese; matches need no word boundary there. */
export const UNSPACED = 3;
/** A combining mark on the preceding letter. */
export const MARK = 4;
/** Zero-width and control characters. */
export const INVISIBLE = 5;
export const SPACE = 6;
export const SURROGATE = 7;

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc\u3005]/u;

function classify(character: string): number {
  if (/[\p{White_Space}]/u.test(character)) return SPACE;
  if (/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/u.test(character)) return INVISIBLE;
  if (/\p{M}/u.test(character)) return MARK;
  if (/\p{L}|\p{Nl}|\p{So}/u.test(character) && unspaced.test(character)) return UNSPACED;
  if (/\p{N}/u.test(character)) return /\p{Nd}/u.test(character) ? DIGIT : SIGN;
  if (/\p{L}/u.test(character)) return LETTER;
  return SIGN;
}

/** Class by UTF-16 code unit. Large blocks with one class are filled without classifying each unit. */
export const classOf: Uint8Array = new Uint8Array(65536);
classOf.fill(UNSPACED, 0x3400, 0xa48d).fill(UNSPACED, 0xac00, 0xd7a4).fill(SURROGATE, 0xd800, 0xe000);
for (let unit = 0; unit < 0x10000; unit += 1) {
  if (unit === 0x3400) unit = 0xa48d;
  if (unit === 0xac00) unit = 0xd7a4;
  if (unit === 0xd800) unit = 0xf900;
  classOf[unit] = classify(String.fromCharCode(unit));
}
for (let unit = 0x4dc0; unit < 0x4e00; unit += 1) classOf[unit] = SIGN;

const beyond = new Map<number, number>();

/** Also handles code points beyond the BMP. A lone surrogate is a SIGN. */
export function classOfPoint(point: number): number {
  if (point < 0x10000) return point >= 0xd800 && point < 0xe000 ? SIGN : (classOf[point] as number);
  if (point >= 0x20000 && point < 0x34000) return UNSPACED;
  let known = beyond.get(point);
  if (known === undefined) {
    known = classify(String.fromCodePoint(point));
    beyond.set(point, known);
  }
  return known;
}

/** The class of the character at an index in UTF-16 units, even if the index is its second half. */
export function classAt(units: ArrayLike<number>, at: number): number {
  const unit = units[at] as number;
  const known = classOf[unit] as number;
  return known === SURROGATE ? classOfPoint(pointAround(units, at)) : known;
}

function pointAround(units: ArrayLike<number>, at: number): number {
  const unit = units[at] as number;
  const other = (unit < 0xdc00 ? units[at + 1] : units[at - 1]) ?? 0;
  const [high, low] = unit < 0xdc00 ? [unit, other] : [other, unit];
  if (high < 0xd800 || high >= 0xdc00 || low < 0xdc00 || low >= 0xe000) return unit;
  return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}

export function grown<Numbers extends Uint8Array | Uint16Array | Int32Array>(
  numbers: Numbers,
  length: number,
): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(length);
  larger.set(numbers);
  return larger;
}

/** Folds case, width and Traditional to Simplified Chinese unit by unit; all white space becomes a space. */
export const strictTable: Uint16Array = new Uint16Array(65536);
for (let unit = 0; unit < 65536; unit += 1) strictTable[unit] = foldUnit(unit);
for (let at = 0; at < traditionalCharacters.length; at += 1) {
  strictTable[traditionalCharacters.charCodeAt(at)] = simplifiedCharacters.charCodeAt(at);
}

function foldUnit(unit: number): number {
  if (classOf[unit] === SPACE) return 0x20;
  if (unit >= 0x2e80 && unit < 0xa640) return unit;
  if (unit >= 0xac00 && unit < 0xff00) return unit;
  if (unit >= 0xff61 && unit < 0xffa0) return String.fromCharCode(unit).normalize('NFKC').charCodeAt(0);
  const narrow = widthOf(unit);
  // Final sigma folds to sigma. Lower-casing the Turkish dotted capital I yields two units; only the first is kept.
  if (narrow === 0x3c2) return 0x3c3;
  return String.fromCharCode(narrow).toLowerCase().charCodeAt(0);
}

/** Maps full-width ASCII variants to ASCII. */
export function widthOf(unit: number): number {
  return unit >= 0xff01 && unit < 0xff5f ? unit - 0xfee0 : unit;
}

/**
 * A text folded for matching, with the original offset of each unit. The instance and its buffers are reused between
 * texts.
 */
export class StrictText {
  units: Uint16Array = new Uint16Array(256);
  origin: Int32Array = new Int32Array(256);
  length = 0;

  /**
   * Collapses white space to one space, and drops a single line break between two characters of a script without
   * spaces.
   */
  read(text: string): this {
    this.#reserve(text.length);
    const { units, origin } = this;
    let length = 0;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      units[length] = strictTable[unit] as number;
      origin[length] = at;
      if (classOf[unit] === SPACE) {
        const end = endOfSpace(text, at);
        const wraps =
          length > 0 &&
          end > 0 &&
          classAt(units, length - 1) === UNSPACED &&
          isUnspacedAt(text, end) &&
          end < text.length;
        if (!(wraps && breaksOnce(text, at, end))) length += 1;
        at = end - 1;
      } else length += 1;
    }
    this.length = length;
    return this;
  }

  /** The end offset in the original text of the folded unit at `place`. */
  endOf(place: number): number {
    return (this.origin[place] as number) + 1;
  }

  /** Frees the buffers after a huge text so that they aren't kept. */
  release(): void {
    if (this.units.length <= 1 << 20) return;
    this.units = new Uint16Array(256);
    this.origin = new Int32Array(256);
  }

  #reserve(length: number): void {
    if (length <= this.units.length) return;
    this.units = grown(new Uint16Array(0), length + (length >> 2));
    this.origin = new Int32Array(this.units.length);
  }
}

const fold = new StrictText();

/** Folds a whole text for comparison or indexing. */
export function strictFold(text: string): string {
  fold.read(text);
  const folded = stringOf(fold.units, 0, fold.length).trim();
  fold.release();
  return folded;
}

export function stringOf(units: Uint16Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at += 8192) {
    text += String.fromCharCode(...units.subarray(at, Math.min(at + 8192, to)));
  }
  return text;
}

function endOfSpace(text: string, from: number): number {
  let end = from + 1;
  while (end < text.length && classOf[text.charCodeAt(end)] === SPACE) end += 1;
  return end;
}

/** More than one line break is a paragraph break and a tab separates columns; both end a word. */
function breaksOnce(text: string, from: number, end: number): boolean {
  let breaks = 0;
  for (let at = from; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x09) return false;
    if (unit === 0x0a || (unit === 0x0d && text.charCodeAt(at + 1) !== 0x0a) || unit === 0x2028) breaks += 1;
  }
  return breaks === 1;
}

function isUnspacedAt(text: string, at: number): boolean {
  return classOfPoint(text.codePointAt(at) ?? 0) === UNSPACED;
}

/**
 * Small capitals and phonetic letters that no language uses in writing. Mathematical and most enclosed letters are
 * covered by NFKC.
 */
const drawn = new Map<number, string>();
for (const pairs of ['ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpǫqʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz', 'ɑaɡgɭlɱmʂsʈtʐz']) {
  for (let at = 0; at < pairs.length; at += 2) drawn.set(pairs.charCodeAt(at), pairs.charAt(at + 1));
}
/**
 * Cherokee letters that look like Latin ones; teaching texts here aren't in Cherokee. Most of their small forms are at
 * 0xab70 in the same order.
 */
const cherokee = 'ᎠdᎡrᎢtᎥiᎩyᎪaᎫjᎬeᎳwᎷmᎻhᎽyᏀgᏂhᏃzᏆiᏏbᏒrᏔwᏕsᏙvᏚsᏞlᏟcᏢpᏦkᏧdᏳgᏴbᎾo';
for (let at = 0; at < cherokee.length; at += 2) {
  const [capital, letter] = [cherokee.charCodeAt(at), cherokee.charAt(at + 1)];
  drawn.set(capital, letter);
  drawn.set(capital < 0x13f0 ? capital + 0xab70 - 0x13a0 : capital + 8, letter);
}
/** Negative circled and squared letters and regional indicators, each block in alphabetical order. */
const alphabets = [0x1f150, 0x1f170, 0x1f1e6];
/** Symbols such as ℠ and № stand for words, not for letters. */
const abbreviations = new Set([0x2120, 0x2121, 0x2122, 0x2116, 0x213b]);

const none: readonly number[] = [];
const known = new Map<number, readonly number[]>();

/** The plain letters a stylised character stands for; empty if it needs no resolving. */
export function plainLetters(point: number): readonly number[] {
  if (point < 0x80 || (point >= 0x3400 && point < 0xa000)) return none;
  let letters = known.get(point);
  if (letters === undefined) {
    letters = resolve(point);
    known.set(point, letters);
  }
  return letters;
}

function resolve(point: number): readonly number[] {
  const letter = drawn.get(point);
  if (letter) return [letter.charCodeAt(0)];
  for (const first of alphabets) {
    if (point >= first && point < first + 26) return [0x61 + point - first];
  }
  const character = String.fromCodePoint(point);
  // The strict fold already handles width and case, so characters it changes aren't treated as stylised.
  if (abbreviations.has(point) || (point < 0x10000 && strictTable[point] !== point && isPlain(strictTable[point])))
    return none;
  const plain = character.normalize('NFKC').replace(/[()〔〕]/gu, '');
  if (plain === character || plain.length === 0) return none;
  const units = [...plain].map((each) => each.codePointAt(0) ?? 0);
  if (!units.every((unit) => unit < 0x10000 && isLetter(unit))) return none;
  return units.map((unit) => strictTable[unit] as number);
}

function isLetter(point: number): boolean {
  const kind = classOfPoint(point);
  return kind === LETTER || kind === UNSPACED;
}

/** Whether NFKC leaves the unit unchanged. */
function isPlain(unit: number | undefined): boolean {
  return unit !== undefined && String.fromCharCode(unit).normalize('NFKC') === String.fromCharCode(unit);
}

/**
 * Where a word continues after end-of-line hyphenation, or `at` if there is none. A capital after the break starts a
 * new word, unless the letter before the break is a capital too.
 */
export function wrapEnd(text: string, at: number): number {
  if (!isHyphen(text.charCodeAt(at))) return at;
  let end = at + 1;
  let breaks = 0;
  while (end < text.length && classOf[text.charCodeAt(end)] === SPACE) {
    if (text.charCodeAt(end) === 0x0a) breaks += 1;
    end += 1;
  }
  return breaks === 1 && goesOn(text, at - 1, end) ? end : at;
}

/** Whether the word starting here continues a word hyphenated at the end of the line above. */
export function isWrappedBefore(text: string, start: number): boolean {
  let at = start - 1;
  while (at >= 0 && classOf[text.charCodeAt(at)] === SPACE) at -= 1;
  return at > 0 && classOf[text.charCodeAt(at - 1)] === LETTER && wrapEnd(text, at) === start;
}

function isHyphen(unit: number): boolean {
  return unit === 0x2d || unit === 0x2010 || unit === 0xad;
}

function goesOn(text: string, before: number, behind: number): boolean {
  if (classOf[text.charCodeAt(behind)] !== LETTER) return false;
  return isSmall(text.charAt(behind)) || !isSmall(text.charAt(before));
}

function isSmall(letter: string): boolean {
  return letter === letter.toLowerCase();
}
