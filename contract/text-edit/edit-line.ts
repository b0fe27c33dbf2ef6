import type { EditableLine } from './editable-line.ts';
import { wholeCharacter } from './script.ts';
import { spliceLine } from './splice-line.ts';

/** Applies a new text to a line; the common start and end keep their words. */
export function editLine<L extends EditableLine>(line: L, text: string): L {
  const { start, end, insert } = changedStretch(line.text, text);
  return spliceLine(line, start, end, insert);
}

function changedStretch(before: string, after: string): { start: number; end: number; insert: string } {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  head = wholeCharacter(before, head);
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  // Don't split a surrogate pair.
  const code = before.charCodeAt(before.length - tail);
  if (tail > 0 && code >= 0xdc00 && code <= 0xdfff) tail -= 1;
  return { start: head, end: before.length - tail, insert: after.slice(head, after.length - tail) };
}

const plain = (text: string) => text.replace(/\s+/g, '');

/** Makes the words match the line's text, since words and text may come from different sources. */
export function alignWords<L extends EditableLine>(line: L): L {
  if (!line.words || plain(line.words.map(({ text }) => text).join('')) === plain(line.text)) return line;
  const { words } = editLine({ text: line.words.map(({ text }) => text).join(' '), words: line.words }, line.text);
  return { ...line, words };
}
