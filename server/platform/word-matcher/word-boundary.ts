import { classOf, DIGIT, INVISIBLE, LETTER, MARK, SIGN, SPACE, SURROGATE, UNSPACED } from './character-class.ts';
import { after, brailleBlank, looseClassAt } from './loose-characters.ts';
import { isWrappedBefore, wrapEnd } from './wrapped-line.ts';

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
