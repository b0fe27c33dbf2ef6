import type { ReadingLine, ReadingPart } from '@lectern/contract/features/reading.ts';
import { isDoubtful } from './doubtful-words.ts';
import { placesOf, type ReadingWord } from './places-of.ts';

type LineHit = { part: ReadingPart; line: ReadingLine; at: number; key: string };

/** The same for letters of all widths and cases, as people search. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Lines with what somebody looks for, in order. */
export function findInLines(parts: readonly ReadingPart[], query: string): LineHit[] {
  const wanted = folded(query.trim());
  if (wanted === '') return [];
  return parts.flatMap((part) =>
    part.lines.flatMap((line, index) => {
      const at = folded(line.text).indexOf(wanted);
      return at < 0 ? [] : [{ part, line, at, key: `${part.number}.${index}` }];
    }),
  );
}

type TextPiece = {
  text: string;
  marked: boolean;
  doubtful: boolean;
  /** The word that somebody was led to. */
  reached: boolean;
};

/** A line cut where doubt and hits begin and end, and around the word that somebody was led to. */
export function piecesOf(line: ReadingLine, query: string, reached?: ReadingWord): TextPiece[] {
  const { text } = line;
  const marked = new Uint8Array(text.length);
  const doubtful = new Uint8Array(text.length);
  const here = new Uint8Array(text.length);
  for (const { word, from, to } of placesOf(line)) {
    if (isDoubtful(word)) doubtful.fill(1, from, to);
    if (word === reached) here.fill(1, from, to);
  }
  const wanted = folded(query.trim());
  const plain = folded(text);
  // Folding may change lengths, such as of ligatures: then hits are found, but not marked.
  if (wanted && plain.length === text.length) {
    for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + wanted.length))
      marked.fill(1, at, at + wanted.length);
  }
  const pieces: TextPiece[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const last = pieces.at(-1);
    const now = { marked: marked[at] === 1, doubtful: doubtful[at] === 1, reached: here[at] === 1 };
    const same = last?.marked === now.marked && last.doubtful === now.doubtful && last.reached === now.reached;
    if (last && same) last.text += text[at];
    else pieces.push({ text: text[at] ?? '', ...now });
  }
  return pieces;
}
