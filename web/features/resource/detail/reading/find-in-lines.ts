import { doubtfulBelow, type ReadingLine, type ReadingPart } from '@lectern/contract/features/reading.ts';

type LineHit = { part: ReadingPart; line: ReadingLine; at: number; key: string };

/** Normalizes character width and case, so that search ignores both. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Lines that contain the query, in reading order. */
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
  /** Part of the word that the user was taken to. */
  reached: boolean;
};

/** Splits a line at the boundaries of doubtful words, search matches and the word that the user was taken to. */
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
  // Normalization can change the length, such as for ligatures; the line then still matches, but without highlighting.
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

export type DoubtfulWord = { part: ReadingPart; line: ReadingLine; word: ReadingWord };

function isDoubtful({ confidence }: ReadingWord): boolean {
  return confidence !== null && confidence < doubtfulBelow;
}

/** Low-confidence words, in reading order. */
export function doubtfulWords(parts: readonly ReadingPart[]): DoubtfulWord[] {
  return parts.flatMap((part) =>
    part.lines.flatMap((line) => (line.words ?? []).filter(isDoubtful).map((word) => ({ part, line, word }))),
  );
}

export type ReadingWord = NonNullable<ReadingLine['words']>[number];
type Place = { word: ReadingWord; from: number; to: number };

/** Character ranges of a line's words in its text. Words no longer in the text, such as after an edit, are skipped. */
export function placesOf({ text, words = [] }: ReadingLine): Place[] {
  const places: Place[] = [];
  let from = 0;
  for (const word of words) {
    const at = text.indexOf(word.text, from);
    if (at < 0) continue;
    from = at + word.text.length;
    places.push({ word, from: at, to: from });
  }
  return places;
}

/** The word at a character offset in its line. */
export function wordAt(line: ReadingLine, offset: number): ReadingWord | undefined {
  return placesOf(line).find(({ from, to }) => offset >= from && offset <= to)?.word;
}

/** Character offset in the element's text at a point; null when the point is outside or the browser can't tell. */
export function offsetAt(element: Element, { x, y }: { x: number; y: number }): number | null {
  const caret = document.caretPositionFromPoint?.(x, y);
  if (!caret || !element.contains(caret.offsetNode)) return null;
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(caret.offsetNode, caret.offset);
  return before.toString().length;
}
