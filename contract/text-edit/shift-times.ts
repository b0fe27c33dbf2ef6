import type { EditableLine, Extent } from './editable-line.ts';

/**
 * Shifts lines `from` to `to` (exclusive) and their words by `byMs`. The shift is limited so nothing starts before 0.
 */
export function shiftTimes<L extends EditableLine>(
  lines: readonly L[],
  { from, to, byMs }: { from: number; to: number; byMs: number },
): L[] {
  const chosen = lines.slice(from, to);
  const least = earliest(chosen);
  const by = Math.max(Math.round(byMs), -least);
  if (by === 0 || least === Infinity) return [...lines];
  const moved = <T extends Extent>(thing: T): T =>
    thing.startMs === undefined || thing.endMs === undefined
      ? thing
      : { ...thing, startMs: thing.startMs + by, endMs: thing.endMs + by };
  const shifted = chosen.map((line) => {
    const own = moved(line);
    return line.words ? { ...own, words: line.words.map(moved) } : own;
  });
  if (chosen.length === lines.length) return shifted;
  return [...lines.slice(0, from), ...shifted, ...lines.slice(from + chosen.length)];
}

/**
 * The earliest start of all lines and words; Infinity when none has a time. Makes no copies because there can be
 * 100,000 words.
 */
export function earliest(lines: readonly EditableLine[]): number {
  let least = Infinity;
  for (const { startMs = Infinity, words } of lines) {
    if (startMs < least) least = startMs;
    if (words) for (const word of words) if (word.startMs !== undefined && word.startMs < least) least = word.startMs;
  }
  return least;
}
