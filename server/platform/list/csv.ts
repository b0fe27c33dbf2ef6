/** Cells that a spreadsheet would take for a formula get a leading quote; everything else stays as it is. */
const formulaStart = /^[=+\-@\t\r]/;

export type Cell = string | number | boolean | null;

export function neutralised(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

/** One record of RFC 4180. Numbers are ours and never formulas. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = neutralised(cell);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
