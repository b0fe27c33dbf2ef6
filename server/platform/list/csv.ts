import { csvCell } from '@lectern/contract/csv-cell.ts';

export type Cell = string | number | boolean | null;

/** One record of RFC 4180. Numbers are ours and never formulas. */
export function csvLine(cells: readonly Cell[]): string {
  const written = cells.map((cell) => (typeof cell === 'string' ? csvCell(cell) : String(cell ?? '')));
  return `${written.join(',')}\r\n`;
}
