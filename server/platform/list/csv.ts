import { csvCell } from '@lectern/contract/csv-cell.ts';

export type Cell = string | number | boolean | null;

/** One RFC 4180 record. Numbers come from us, so they can't be formulas. */
export function csvLine(cells: readonly Cell[]): string {
  const written = cells.map((cell) => (typeof cell === 'string' ? csvCell(cell) : String(cell ?? '')));
  return `${written.join(',')}\r\n`;
}
