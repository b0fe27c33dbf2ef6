import { doubtfulBelow, type ReadingLine, type ReadingPart } from '@lectern/contract/features/reading.ts';
import type { ReadingWord } from './places-of.ts';

export type DoubtfulWord = { part: ReadingPart; line: ReadingLine; word: ReadingWord };

export function isDoubtful({ confidence }: ReadingWord): boolean {
  return confidence !== null && confidence < doubtfulBelow;
}

/** Words that the machine is not sure of, in order. */
export function doubtfulWords(parts: readonly ReadingPart[]): DoubtfulWord[] {
  return parts.flatMap((part) =>
    part.lines.flatMap((line) => (line.words ?? []).filter(isDoubtful).map((word) => ({ part, line, word }))),
  );
}
