import type { EditableLine, Extent } from './editable-line.ts';

/** Lines from one place to another (not with it) earlier or later with all their words; nothing begins before 0. */
export function shiftTimes<L extends EditableLine>(
  lines: readonly L[],
  { from, to, byMs }: { from: number; to: number; byMs: number },
): L[] {
  const chosen = lines.slice(from, to);
  const starts = chosen.flatMap((line) => [line, ...(line.words ?? [])]).flatMap(({ startMs }) => startMs ?? []);
  if (starts.length === 0) return [...lines];
  const by = Math.max(Math.round(byMs), -starts.reduce((least, start) => Math.min(least, start), Infinity));
  if (by === 0) return [...lines];
  const moved = <T extends Extent>(thing: T): T =>
    thing.startMs === undefined || thing.endMs === undefined
      ? thing
      : { ...thing, startMs: thing.startMs + by, endMs: thing.endMs + by };
  const shifted = chosen.map((line) => ({ ...moved(line), ...(line.words && { words: line.words.map(moved) }) }));
  return [...lines.slice(0, from), ...shifted, ...lines.slice(from + chosen.length)];
}
