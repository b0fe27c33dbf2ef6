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
