import { REPEATED } from './align-word.ts';
import { classOf, SIGN, SPACE } from './character-class.ts';
import { ACCENT, GAP, LEET, LOOKALIKE, MARKED, ODD, UNSEEN, WRAP } from './loose-run.ts';
import { type Disguise, disguises } from './matcher-word.ts';
import { strictTable, widthOf } from './strict-fold.ts';

const byFlag: readonly (readonly [number, Disguise])[] = [
  [GAP, 'separators'],
  [WRAP, 'lineBreak'],
  [UNSEEN, 'zeroWidth'],
  [MARKED, 'marks'],
  [ODD, 'letters'],
  [LOOKALIKE, 'lookalikes'],
  [ACCENT, 'accents'],
  [LEET, 'leet'],
  [REPEATED, 'repeats'],
];

/** Which disguises a place in a text has, of those that were undone on the way to the word. */
export function undoneDisguises(text: string, start: number, end: number, word: string, undone: number): Disguise[] {
  const found = new Set<Disguise>();
  for (const [flag, disguise] of byFlag) if (undone & flag) found.add(disguise);
  const isAligned = end - start === word.length;
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (isAligned ? unit === word.charCodeAt(at - start) : word.includes(text.charAt(at))) continue;
    if (classOf[unit] === SPACE) {
      if (isBreak(unit) && undone === 0 && !word.includes(' ')) found.add('lineBreak');
      continue;
    }
    // What keeps the letters apart is none of them, however wide it is.
    if (undone & GAP && classOf[unit] === SIGN) continue;
    const narrow = widthOf(unit);
    const folded = strictTable[unit] as number;
    if (narrow !== unit || (unit >= 0xff61 && unit < 0xffa0)) found.add('width');
    if (folded === narrow) {
      // The list has a capital where the text has none.
      if (isAligned && undone === 0 && isCapital(word.charCodeAt(at - start))) found.add('case');
    } else if (narrow < 0x2e80 || narrow >= 0xa000) found.add('case');
    else found.add('traditional');
  }
  return disguises.filter((disguise) => found.has(disguise));
}

function isBreak(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d;
}

function isCapital(unit: number): boolean {
  const character = String.fromCharCode(unit);
  return character !== character.toLowerCase();
}
