import type { EditableWord } from './editable-line.ts';

/** A word's offsets in its line; `end` is exclusive. */
export type Span = { start: number; end: number };

/** The span of every word in order. A word missing from the text gets an empty span at the end of the previous one. */
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

/** Index of the word at this offset, or of the next one. Undefined when no word follows. */
export function wordAt(line: { text: string; words?: EditableWord[] | undefined }, offset: number): number | undefined {
  const found = wordSpans(line).findIndex(({ end }) => end > offset);
  return found < 0 ? undefined : found;
}
