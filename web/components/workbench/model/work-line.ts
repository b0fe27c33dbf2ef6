import type { ReadingLine, ReadingPart } from '@lectern/contract/features/reading.ts';

/** An editable line of a page, speech segment or cue. `key` is valid only while the page is open. */
export type WorkLine = ReadingLine & { key: number; part: number };

/** Kind of text; decides what a line has besides its text. */
export type WorkKind = 'page' | 'speech' | 'cue';

/** Flattens the parts into one list of lines; parts matter only for storage. */
export function linesOf(parts: readonly ReadingPart[], newKey: () => number): WorkLine[] {
  return parts.flatMap(({ number, lines }) => lines.map((line) => ({ ...line, key: newKey(), part: number })));
}

/** A line as it is stored, without key and part. */
export function plainLine({ key: _, part: _part, ...line }: WorkLine): ReadingLine {
  return line;
}
