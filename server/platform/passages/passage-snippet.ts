import { foldText } from './fold-text.ts';
import { pieceOf } from './passage-words.ts';

type Snippet = { text: string; marks: [number, number][] };

/** So many characters stand before the first word that was found, and so many are shown in all. */
const lead = 40;
const most = 160;

/** What stands around the first of the words, with every place where one of them is. */
export function snippetOf(text: string, words: readonly string[]): Snippet {
  const marks = marksIn(text, words);
  const start = cutAt(text, Math.max(0, (marks[0]?.[0] ?? 0) - lead));
  const end = cutAt(text, Math.min(text.length, start + most));
  const before = start > 0 ? '…' : '';
  const shift = before.length - start;
  return {
    // A line break or a tab is one character, as the space is that takes its place.
    text: `${before}${text.slice(start, end).replaceAll(/\s/g, ' ')}${end < text.length ? '…' : ''}`,
    marks: marks.flatMap(([from, to]): [number, number][] =>
      from < end ? [[from + shift, Math.min(to, end) + shift]] : [],
    ),
  };
}

/** Places in the order of the text; those that touch each other are one. */
function marksIn(text: string, words: readonly string[]): [number, number][] {
  const { folded, starts, ends } = foldText(text);
  const found: [number, number][] = [];
  for (const word of words) {
    const piece = pieceOf(word);
    for (let at = folded.indexOf(piece); at >= 0; at = folded.indexOf(piece, at + 1)) {
      const first = at + piece.length - word.length;
      found.push([starts[first] ?? 0, ends[at + piece.length - 1] ?? 0]);
    }
  }
  found.sort(([left], [right]) => left - right);
  const marks: [number, number][] = [];
  for (const [from, to] of found) {
    const last = marks.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else marks.push([from, to]);
  }
  return marks;
}

/** Not between the halves of a character. */
function cutAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
