import { simplifiedCharacters, traditionalCharacters } from './simplified-characters.ts';

/** What a character is to a word: part of it, between two, or nothing at all. */
export const SIGN = 0;
/** A letter of a script that puts spaces between words. */
export const LETTER = 1;
export const DIGIT = 2;
/** A character of a script without spaces: it needs no boundary. */
export const UNSPACED = 3;
/** It sits on the letter before it. */
export const MARK = 4;
/** Nothing is to be seen of it. */
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

/** By code unit. Large blocks of one class are filled without a look at each. */
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

/** Of characters beyond the first plane too. Half a pair is a sign. */
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

/** The class of the character that begins at, or of which a half stands at, a place in units. */
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

/** Case, width and script undone, unit by unit; every white space is a space. */
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
  // The last small letter of Greek words is the same letter; the Turkish capital with a dot becomes two characters.
  if (narrow === 0x3c2) return 0x3c3;
  return String.fromCharCode(narrow).toLowerCase().charCodeAt(0);
}

/** Signs and letters that were made as wide as Chinese characters. */
export function widthOf(unit: number): number {
  return unit >= 0xff01 && unit < 0xff5f ? unit - 0xfee0 : unit;
}

/** A text as words are compared with it, and where each of its units stood. Made once and used again and again. */
export class StrictText {
  units: Uint16Array = new Uint16Array(256);
  origin: Int32Array = new Int32Array(256);
  length = 0;

  /** White space becomes one space; a line that breaks between two characters of a script without spaces leaves nothing. */
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

  /** Where the unit at a place ended in the original. */
  endOf(place: number): number {
    return (this.origin[place] as number) + 1;
  }

  /** After a giant, so that it is not kept. */
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

/** For comparing and indexing whole texts. */
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

/** A second break makes a paragraph, where words end. A tab separates columns. */
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

/** Small capitals and phonetic letters that no language is written in. Mathematical and most enclosed ones Unicode itself resolves. */
const drawn = new Map<number, string>();
for (const pairs of ['ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpǫqʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz', 'ɑaɡgɭlɱmʂsʈtʐz']) {
  for (let at = 0; at < pairs.length; at += 2) drawn.set(pairs.charCodeAt(at), pairs.charAt(at + 1));
}
/** Cherokee letters that look like Latin ones; no teaching text here is written in Cherokee. Their small forms stand at 0xab70 in the same order. */
const cherokee = 'ᎠdᎡrᎢtᎥiᎩyᎪaᎫjᎬeᎳwᎷmᎻhᎽyᏀgᏂhᏃzᏆiᏏbᏒrᏔwᏕsᏙvᏚsᏞlᏟcᏢpᏦkᏧdᏳgᏴbᎾo';
for (let at = 0; at < cherokee.length; at += 2) {
  const [capital, letter] = [cherokee.charCodeAt(at), cherokee.charAt(at + 1)];
  drawn.set(capital, letter);
  drawn.set(capital < 0x13f0 ? capital + 0xab70 - 0x13a0 : capital + 8, letter);
}
/** White letters on black, and the halves of flags: alphabets in the order of the alphabet. */
const alphabets = [0x1f150, 0x1f170, 0x1f1e6];
/** They stand for words, not for letters. */
const abbreviations = new Set([0x2120, 0x2121, 0x2122, 0x2116, 0x213b]);

const none: readonly number[] = [];
const known = new Map<number, readonly number[]>();

/** The plain letters behind an odd one, or nothing when it is as plain as it can be. */
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
  // Width and case are the strict fold's; what it changes is not odd.
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

/** Nothing is left to resolve in it. */
function isPlain(unit: number | undefined): boolean {
  return unit !== undefined && String.fromCharCode(unit).normalize('NFKC') === String.fromCharCode(unit);
}

/**
 * Where a word goes on that a hyphen parts at the end of a line, or the place itself when none does. A capital behind
 * the break begins a word of its own, unless there is one before the break too.
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

/** Whether the word that begins at a place goes on from the line above. */
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
