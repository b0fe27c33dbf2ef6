import { holdsRightToLeft } from './logical-order.ts';

export type Word = { text: string; left: number; right: number; top: number; bottom: number };

/** Scripts that put no space between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\u3000-\u303f\uff00-\uffef]/u;

/** Words of right-to-left lines that stand closer, in shares of their height, were split where the direction changes. */
const leastGap = 0.1;

/** The words of one line from left to right, with spaces where people would put some. */
export function joinWords(words: readonly Word[]): string {
  const isRightToLeft = words.some(({ text }) => holdsRightToLeft(text));
  let text = '';
  let last: Word | undefined;
  for (const word of words) {
    if (last && (isRightToLeft ? gap(last, word) > leastGap : needsSpace(last, word))) text += ' ';
    text += word.text;
    last = word;
  }
  return text.trim();
}

function needsSpace(last: Word, next: Word): boolean {
  if (!unspaced.test(last.text.slice(-1)) || !unspaced.test(next.text.slice(0, 1))) return true;
  // Cells of a table, say, stand apart.
  return gap(last, next) > 0.5;
}

/** As a share of the height of the words. */
function gap(last: Word, next: Word): number {
  return (next.left - last.right) / Math.max(1, next.bottom - next.top);
}

/** Lines to one text: words that were split at the end of a line are whole again. */
export function joinLines(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    if (!text) text = line;
    else if (/\p{Ll}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(line)) text = text.slice(0, -1) + line;
    else if (unspaced.test(text.slice(-1)) && unspaced.test(line.slice(0, 1))) text += line;
    else text += ` ${line}`;
  }
  return text;
}
