import type { TableLimits, TableLine } from './table.ts';

/** Lines of a plain text as a table of one column; those without text are left out, and still counted. */
export function* readLines(text: string, heading: string, limits: TableLimits): Generator<TableLine> {
  yield { line: 0, cells: [heading] };
  let line = 0;
  for (let start = 0; start <= text.length; ) {
    const end = lineEnd(text, start);
    line += 1;
    // What is longer is nothing anyway, and its beginning shows that.
    const cell = text.slice(start, Math.min(end, start + limits.cellCharacters)).trim();
    if (cell !== '') yield { line, cells: [cell] };
    start = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
}

function lineEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}
