import type { ReadingLine } from '@lectern/contract/features/reading.ts';
import type { Change } from './change.ts';
import type { WorkLine } from './work-line.ts';

/** Whole parts in place of what they were, such as of a draft. */
export function partsChange(
  lines: readonly WorkLine[],
  parts: readonly { number: number; lines: readonly ReadingLine[] }[],
  newKey: () => number,
): Change[] {
  return parts
    .toSorted((left, right) => left.number - right.number)
    .map(({ number, lines: given }) => {
      const found = lines.findIndex(({ part }) => part >= number);
      const at = found < 0 ? lines.length : found;
      const removed = lines.slice(at).filter(({ part }) => part === number);
      return { at, removed, added: given.map((line) => ({ ...line, key: newKey(), part: number })) };
    });
}
