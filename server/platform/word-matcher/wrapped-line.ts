import { classOf, LETTER, SPACE } from './character-class.ts';

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
