import type { ReadingLine } from '@lectern/contract/features/reading.ts';
import { plainLine, type WorkLine } from './work-line.ts';

export type ChangedPart = { number: number; lines: ReadingLine[] };

function byPart(lines: readonly WorkLine[]): Map<number, WorkLine[]> {
  const parts = new Map<number, WorkLine[]>();
  for (const line of lines) {
    const known = parts.get(line.part);
    if (known) known.push(line);
    else parts.set(line.part, [line]);
  }
  return parts;
}

/** The parts of which a line is another one than it was. A line that was undone is the same one again. */
export function changedParts(stored: readonly WorkLine[], now: readonly WorkLine[]): ChangedPart[] {
  const [before, after] = [byPart(stored), byPart(now)];
  const numbers = [...new Set([...before.keys(), ...after.keys()])].sort((left, right) => left - right);
  return numbers.flatMap((number) => {
    const [old, current] = [before.get(number) ?? [], after.get(number) ?? []];
    const same = old.length === current.length && old.every((line, at) => line === current[at]);
    return same ? [] : [{ number, lines: current.map(plainLine) }];
  });
}
