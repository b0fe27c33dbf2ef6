import {
  classOf,
  classOfPoint,
  DIGIT,
  grown,
  INVISIBLE,
  isWrappedBefore,
  LETTER,
  MARK,
  plainLetters,
  SIGN,
  SPACE,
  SURROGATE,
  strictTable,
  UNSPACED,
  wrapEnd,
} from './characters.ts';

/**
 * Pairs of a Greek, Cyrillic or dotless letter and the Latin letter it looks like. Capitals are listed separately
 * because some resemble a different letter than their small forms do.
 */
const pairs = [
  'аaбbвbгrԁdеeёeһhнhіiїiјjкkӏlмmпnоoрpԛqсcѕsтtуyѵvѡwхxьbиnйnяrшwщwцuчyфoзeэeлnжxдa',
  'αaβbγyδdεeζzηnθoιiκkλaνvξeοoπnρpςsσoτtυuφoχxωwϲcμu',
  'ΑaΒbΔaΕeΖzΗhΘoΙiΚkΛaΜmΝnΞeΟoΠnΡpΣeΤtΥyΦoΧxΩo',
  'АaВbЕeНhІiЈjКkМmОoРpСcЅsТtУyХxИnЙnЯrШwЩwЦuЧyФoЗeЭeЛnЖxДa',
  'ıiȷj',
];
/** Letters that resemble a second Latin letter as well. */
const others = 'ιlηhσsиuνnμmλlΣsΛvΔdИu';

function lettersOf(list: string): [number, number][] {
  return Array.from({ length: list.length / 2 }, (_, at) => [list.charCodeAt(at * 2), list.charCodeAt(at * 2 + 1)]);
}

const latin = new Map(pairs.flatMap(lettersOf));
const second = new Map(lettersOf(others));

/** The Latin letter that a Greek, Cyrillic or dotless letter resembles, or 0. */
export function looksLike(unit: number): number {
  return unit < 0x131 || unit > 0x52f ? 0 : (latin.get(unit) ?? 0);
}

/** The second Latin letter that a letter resembles, or 0. */
export function alsoLooksLike(unit: number): number {
  return unit < 0x370 || unit > 0x52f ? 0 : (second.get(unit) ?? 0);
}

const crossed = new Map([...'øođdłlħhŧt'].flatMap((letter, at, all) => (at % 2 ? [] : [[letter, all[at + 1] ?? '']])));
const known = new Map<number, number>();

/** The lower-case Latin letter without its accent, or 0. */
export function withoutAccent(unit: number): number {
  if (unit < 0xc0 || (unit > 0x24f && unit < 0x1e00) || unit > 0x1eff) return 0;
  let letter = known.get(unit);
  if (letter === undefined) {
    const character = String.fromCharCode(unit).toLowerCase();
    const first = (crossed.get(character) ?? character.normalize('NFD')).charCodeAt(0);
    letter = first >= 0x61 && first <= 0x7a ? first : 0;
    known.set(unit, letter);
  }
  return letter;
}

/** Renders as a blank, but Unicode doesn't class it as white space. */
const brailleBlank = 0x2800;

/** A sign that can stand for a letter, even at the edge of a word. */
export const LEET_SIGN = 8;
/** A sign that can stand for a letter only between two letters; elsewhere it ends a sentence or a column. */
export const INNER_LEET_SIGN = 9;

/** Digits and signs with the letter they imitate. 1 and ! can be i or l; both letters share the key i. */
const leet = new Map(
  [...'0o1i3e4a5s6g7t8b9g@a$s!i|i€e£i¥y¢c'].flatMap((sign, at, all) =>
    at % 2 ? [] : [[sign.charCodeAt(0), (all[at + 1] ?? '').charCodeAt(0)] as const],
  ),
);

/** First code point of each run of digits in circles or brackets, with the digit it starts at (0 or 1). */
const enclosedDigits: readonly (readonly [first: number, digit: number])[] = [
  [0x2460, 1],
  [0x2474, 1],
  [0x24ea, 0],
  [0x24f5, 1],
  [0x24ff, 0],
  [0x2776, 1],
  [0x2780, 1],
  [0x278a, 1],
];
/** The digit of each enclosed-digit character. */
const enclosed = new Map<number, number>();
for (const [first, digit] of enclosedDigits) {
  for (let at = 0; at < (digit === 0 ? 1 : 9); at += 1) enclosed.set(first + at, digit + at);
}
for (const [point, digit] of enclosed) {
  const letter = leet.get(0x30 + digit);
  if (letter !== undefined) leet.set(point, letter);
}

/** Formal numerals (used against forgery) mapped to the ordinary ones. */
const formal = new Map(
  [...'壹一贰二叁三肆四伍五陆六柒七捌八玖九拾十'].flatMap((one, at, all) =>
    at % 2 ? [] : [[one.charCodeAt(0), (all[at + 1] ?? '').charCodeAt(0)] as const],
  ),
);

const numerals = new Uint16Array(65536);
for (let unit = 0; unit < 65536; unit += 1) numerals[unit] = formal.get(strictTable[unit] as number) ?? 0;
for (const [point, digit] of enclosed) numerals[point] = '〇一二三四五六七八九'.charCodeAt(digit);

/** The ordinary Chinese numeral for a formal numeral or enclosed digit, or 0. */
export function numeralOf(point: number): number {
  return point < 65536 ? (numerals[point] as number) : 0;
}

/** Lookup key of each unit: accents removed, look-alikes as Latin letters, leet as its letter, and l as i. */
export const keyOf: Uint16Array = new Uint16Array(65536);
for (let unit = 0; unit < 65536; unit += 1) keyOf[unit] = unit;
for (let unit = 0xc0; unit < 0x530; unit += 1) keyOf[unit] = baseOf(unit);
for (let unit = 0x1e00; unit < 0x1f00; unit += 1) keyOf[unit] = baseOf(unit);
for (const [sign, letter] of leet) keyOf[sign] = letter;
for (const [unit, numeral] of formal) keyOf[unit] = numeral;
for (let unit = 0; unit < 0x1f00; unit += 1) if (keyOf[unit] === 0x6c) keyOf[unit] = 0x69;

/** The Latin letter behind an accent or look-alike, otherwise the unit itself. */
export function baseOf(unit: number): number {
  return looksLike(unit) || withoutAccent(unit) || unit;
}

export function isLeet(unit: number): boolean {
  return leet.has(unit);
}

/** Like `classOf`, but stylised letters count as letters and leet signs have their own classes. */
export const looseClassOf: Uint8Array = classOf.slice();
for (const sign of '@$€£¥¢') looseClassOf[sign.charCodeAt(0)] = LEET_SIGN;
for (const sign of '!|') looseClassOf[sign.charCodeAt(0)] = INNER_LEET_SIGN;
for (const sign of '＠＄￡￥￠') looseClassOf[sign.charCodeAt(0)] = LEET_SIGN;
// Readers see a gap, but it serves as a disguise like a zero-width space.
looseClassOf[brailleBlank] = INVISIBLE;
for (const point of enclosed.keys()) looseClassOf[point] = INNER_LEET_SIGN;
for (const [from, to] of [
  [0x2100, 0x2150],
  [0x249c, 0x24ea],
  [0x2e80, 0x2fd6],
  [0x3200, 0x3400],
]) {
  for (let unit = from as number; unit < (to as number); unit += 1) {
    if (classOf[unit] === SIGN || classOf[unit] === UNSPACED) looseClassOf[unit] = looseClassOfPoint(unit);
  }
}

export function looseClassOfPoint(point: number): number {
  if (point === brailleBlank) return INVISIBLE;
  const plain = plainLetters(point)[0];
  if (plain !== undefined) return classOf[plain] === UNSPACED ? UNSPACED : LETTER;
  return classOfPoint(point);
}

/** Like `looseClassOf`, but handles surrogate pairs. */
export function looseClassAt(text: string, at: number): number {
  const known = looseClassOf[text.charCodeAt(at)] as number;
  return known === SURROGATE ? looseClassOfPoint(text.codePointAt(at) ?? 0) : known;
}

/** The index of the next character; skips whole surrogate pairs. */
export function after(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit >= 0xdc00) return at + 1;
  const low = text.charCodeAt(at + 1);
  return low >= 0xdc00 && low < 0xe000 ? at + 2 : at + 1;
}

/** The index of the next visible character. */
export function skipInvisible(text: string, from: number): number {
  let at = from;
  while (at < text.length && looseClassAt(text, at) === INVISIBLE) at = after(text, at);
  return at;
}

/** The units of a character after resolving stylised letters or applying the strict fold. */
export function plainUnits(point: number): readonly number[] {
  const plain = plainLetters(point);
  if (plain.length > 0) return plain;
  if (point < 0x10000) return [strictTable[point] as number];
  return [...String.fromCodePoint(point).toLowerCase()].flatMap((character) => [
    character.charCodeAt(0),
    ...(character.length > 1 ? [character.charCodeAt(1)] : []),
  ]);
}

/** Flags of a unit: which disguises were undone for it or before it. */
export const LEET = 1;
export const ODD = 2;
export const LOOKALIKE = 4;
export const ACCENT = 8;
export const MARKED = 16;
/** An invisible character precedes it. */
export const UNSEEN = 32;
/** A separator precedes it. */
export const GAP = 64;
/** The separator also ends clauses; it counts only if all gaps of the word are like that. */
export const CLAUSE = 128;
/** An end-of-line hyphen precedes it. */
export const WRAP = 256;
/** First unit of a word in the text. */
export const FIRST = 512;
/** Its word mixes Latin and look-alike letters. */
export const AMONG_LOOKALIKES = 4096;
/** Part of a spelled-out word, which matches only as a whole. */
export const SPELLED = 1024;
/** Set on the first unit of a word that may be disguised. */
export const SUSPECT = 8192;
/** Brackets, quotes or a tab precede it; they count only if they enclose every character of the word. */
export const CELL = 32768;
/** A space or sign between words, not part of a disguise. */
export const BETWEEN = 2048;

/**
 * A stretch of text with its disguises undone: its units with flags and original offsets, and the keys used to look up
 * words. Equal adjacent keys are merged.
 */
export class LooseRun {
  plain: Uint16Array = new Uint16Array(256);
  flags: Uint16Array = new Uint16Array(256);
  start: Int32Array = new Int32Array(256);
  end: Int32Array = new Int32Array(256);
  length = 0;
  keys: Uint16Array = new Uint16Array(256);
  /** First unit of each key, plus one final entry for the end. */
  firstUnit: Int32Array = new Int32Array(257);
  keyCount = 0;
  /** Whether the run is in a script without spaces, where words may start anywhere. */
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

  /** Builds the keys; call after the last unit was added. */
  finish(): this {
    let count = 0;
    for (let at = 0; at < this.length; at += 1) {
      const key = keyOf[this.plain[at] as number] as number;
      // Never merge keys across a word boundary.
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

/** Limit on the invisible characters and marks skipped when looking for a word boundary. */
const mostUnseen = 64;

/**
 * Whether a word can begin here: no letter or digit precedes it, ignoring marks, invisible characters and end-of-line
 * hyphenation.
 */
export function isBoundaryBefore(text: string, start: number): boolean {
  for (let at = start - 1, left = mostUnseen; at >= 0 && left > 0; at -= 1, left -= 1) {
    let kind = classOf[text.charCodeAt(at)] as number;
    if (kind === SURROGATE) {
      if (at > 0 && after(text, at - 1) === at + 1) at -= 1;
      kind = looseClassAt(text, at);
    }
    if (kind === INVISIBLE || kind === MARK) continue;
    if (kind === LETTER || kind === DIGIT) return false;
    return kind === UNSPACED || kind !== SPACE || !isWrappedBefore(text, start);
  }
  return true;
}

/** Whether a word can end here. A combining mark right behind would make its last letter a different one. */
export function isBoundaryBehind(text: string, end: number): boolean {
  for (let at = end, left = mostUnseen; at < text.length && left > 0; left -= 1) {
    const kind = text.charCodeAt(at) === brailleBlank ? SIGN : looseClassAt(text, at);
    if (kind === MARK && at === end) return false;
    if (kind === INVISIBLE || kind === MARK) {
      at = after(text, at);
      continue;
    }
    if (kind === LETTER || kind === DIGIT) return false;
    return wrapEnd(text, at) === at;
  }
  return true;
}
