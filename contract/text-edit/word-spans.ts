import type { EditableWord } from './editable-line.ts';

/** Where a word stands in its line: the first character and the one after the last. */
export type Span = { start: number; end: number };

/** Of every word, in order. One that is not in the text takes up no room, where the words before it end. */
export function wordSpans({ text, words = [] }: { text: string; words?: EditableWord[] | undefined }): Span[] {
  let reached = 0;
  return words.map((word) => {
    const own = word.text.trim();
    const at = own === '' ? -1 : text.indexOf(own, reached);
    if (at < 0) return { start: reached, end: reached };
    reached = at + own.length;
    return { start: at, end: reached };
  });
}

/** The word that is at a place of the text, or the next one; undefined: there is none after it. */
export function wordAt(line: { text: string; words?: EditableWord[] | undefined }, offset: number): number | undefined {
  const found = wordSpans(line).findIndex(({ end }) => end > offset);
  return found < 0 ? undefined : found;
}
