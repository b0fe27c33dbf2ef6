import { classOf, DIGIT, INVISIBLE, LETTER, MARK, SIGN, SPACE, SURROGATE, UNSPACED } from './character-class.ts';
import { after, brailleBlank, looseClassAt } from './loose-characters.ts';

/** Nobody hides the rest of a word behind more unseen characters. */
const mostUnseen = 64;

/** Whether a word can begin here: no letter or digit before it, seen through marks, unseen characters and line ends. */
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

/** Whether a word can end here. A mark would make another letter of its last one. */
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
function isWrappedBefore(text: string, start: number): boolean {
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
