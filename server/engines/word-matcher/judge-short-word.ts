import { classOf, DIGIT, LETTER } from './character-class.ts';
import { LEET_SIGN, looseClassOf } from './loose-characters.ts';
import { GAP, LEET, LOOKALIKE, MARKED, ODD, UNSEEN } from './loose-run.ts';

/** It may not be meant. It stands beside the flags of units. */
export const DOUBTFUL = 1 << 16;
/** Ordinary text that only looks like a disguise. */
export const INNOCENT = -1;

/** Words with more letters are spelled out by nobody but on purpose. */
const shortest = 3;
/** In formulas and code these multiply. */
const products = /[*·×⋅]/;
const ordinary = /^[-‐‑–—_.~\s\p{L}\p{N}]*$/u;
const greek = /\p{Script=Greek}/u;

/**
 * Three letters are spelled out or mixed with digits in teaching text, too: congruence (A-S-S), products (c*u*m), chords (F A G), part
 * numbers (S3X-12). Answers INNOCENT for those, DOUBTFUL where it can be either, and 0 where it is meant.
 */
export function judgeShortWord(text: string, start: number, end: number, letters: number, undone: number): number {
  if (letters > shortest || undone & (ODD | MARKED | UNSEEN)) return 0;
  const written = text.slice(start, end);
  const isCapital = written === written.toUpperCase();
  if (undone & GAP) {
    if (isCapital || products.test(written)) return INNOCENT;
    return ordinary.test(written) ? DOUBTFUL : 0;
  }
  // A Greek letter with an index (λss) is a quantity.
  if (undone & LOOKALIKE && greek.test(written)) return greek.test(written.charAt(0)) ? INNOCENT : DOUBTFUL;
  if ((undone & LEET) === 0 || hasSigns(text, start, end)) return 0;
  if (isPartOfNumber(text, start, end)) return INNOCENT;
  return isCapital ? DOUBTFUL : 0;
}

function hasSigns(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if ((looseClassOf[text.charCodeAt(at)] as number) >= LEET_SIGN) return true;
  return false;
}

/** A sign joins it to digits: S3X-12, 12/s3x. */
function isPartOfNumber(text: string, start: number, end: number): boolean {
  return isJoined(text, start - 1, -1) || isJoined(text, end, 1);
}

function isJoined(text: string, sign: number, step: number): boolean {
  if (!/[-‐‑_./#]/.test(text.charAt(sign))) return false;
  for (let at = sign + step; at >= 0 && at < text.length; at += step) {
    const kind = classOf[text.charCodeAt(at)] as number;
    if (kind === DIGIT) return true;
    if (kind !== LETTER) return false;
  }
  return false;
}
