import { classAt, classOf, classOfPoint, SPACE, UNSPACED } from './character-class.ts';
import { grown } from './pattern-pool.ts';
import { simplifiedCharacters, traditionalCharacters } from './simplified-characters.ts';

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
