import type { ReadingLine, ReadingPart } from '@lectern/contract/features/reading.ts';

/** A line of a page, a stretch of speech or a cue while it is worked on: named for as long as the page is open. */
export type WorkLine = ReadingLine & { key: number; part: number };

/** What is worked on: it decides what a line has besides its text. */
export type WorkKind = 'page' | 'speech' | 'cue';

/** All lines in a row; parts are only how they are stored. */
export function linesOf(parts: readonly ReadingPart[], newKey: () => number): WorkLine[] {
  return parts.flatMap(({ number, lines }) => lines.map((line) => ({ ...line, key: newKey(), part: number })));
}

/** As it is stored: without the names that the page gave it. */
export function plainLine({ key: _, part: _part, ...line }: WorkLine): ReadingLine {
  return line;
}
