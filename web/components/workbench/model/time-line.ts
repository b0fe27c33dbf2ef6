import type { EditableLine } from '@lectern/contract/text-edit/editable-line.ts';

/** A line with other ends; words that would lie outside are drawn in. */
export function timeLine<Line extends EditableLine>(line: Line, startMs: number, endMs: number): Line {
  const start = Math.max(0, Math.round(startMs));
  const end = Math.max(start, Math.round(endMs));
  if (start === line.startMs && end === line.endMs) return line;
  const within = (ms: number) => Math.min(end, Math.max(start, ms));
  const words = line.words?.map((word) =>
    word.startMs === undefined || word.endMs === undefined
      ? word
      : { ...word, startMs: within(word.startMs), endMs: within(word.endMs) },
  );
  return { ...line, startMs: start, endMs: end, ...(words && { words }) };
}
