import type { ReadingLine } from '@lectern/contract/features/reading.ts';

export type ReadingWord = NonNullable<ReadingLine['words']>[number];
type Place = { word: ReadingWord; from: number; to: number };

/** Where the words of a line stand in its text. One that is not in it, such as after an edit, is left out. */
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

/** The word at a place in the text of its line. */
export function wordAt(line: ReadingLine, offset: number): ReadingWord | undefined {
  return placesOf(line).find(({ from, to }) => offset >= from && offset <= to)?.word;
}

/** How many characters into the text of an element somebody pointed; null where a browser does not say. */
export function offsetAt(element: Element, { x, y }: { x: number; y: number }): number | null {
  const caret = document.caretPositionFromPoint?.(x, y);
  if (!caret || !element.contains(caret.offsetNode)) return null;
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(caret.offsetNode, caret.offset);
  return before.toString().length;
}
