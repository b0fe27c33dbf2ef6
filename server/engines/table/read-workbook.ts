import { type CellObject, read, utils, type WorkSheet } from '@e965/xlsx';
import { inspectZip } from './inspect-zip.ts';
import { type TableLimits, type TableLine, TableProblem } from './table.ts';

type Workbook = { sheet: string; lines: Generator<TableLine> };

/** Reads the first non-empty sheet. Formulas aren't computed; the results stored in the file are used. */
export function readWorkbook(bytes: Buffer, limits: TableLimits): Workbook {
  const names = inspectZip(bytes, limits.inflatedBytes);
  if (!names.includes('[Content_Types].xml')) throw new TableProblem('notATable');
  const book = openBook(bytes, limits);
  const sheet = book.SheetNames.find((name) => book.Sheets[name]?.['!ref']);
  const cells = sheet === undefined ? undefined : book.Sheets[sheet];
  if (sheet === undefined || !cells) throw new TableProblem('empty');
  return { sheet, lines: linesOf(cells, limits) };
}

function openBook(bytes: Buffer, limits: TableLimits) {
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellDates: true,
      cellNF: true,
      UTC: true,
      // The heading and one row more than allowed, to detect that there are too many.
      sheetRows: limits.rows + 2,
    });
  } catch (cause) {
    const isProtected = cause instanceof Error && /password|encrypt/i.test(cause.message);
    throw new TableProblem(isProtected ? 'protected' : 'damaged', { cause });
  }
}

function* linesOf(sheet: WorkSheet, limits: TableLimits): Generator<TableLine> {
  const { s: first, e: last } = utils.decode_range(sheet['!ref'] ?? 'A1');
  const rows: (CellObject | undefined)[][] = sheet['!data'] ?? [];
  for (let row = first.r; row <= Math.min(last.r, rows.length - 1); row += 1) {
    const cells = Array.from(rows[row] ?? [], (cell) => textOf(cell, limits));
    while (cells.at(-1) === '') cells.pop();
    if (cells.length > limits.columns) throw new TableProblem('tooWide');
    if (cells.length > 0) yield { line: row + 1, cells };
  }
}

/** The cell as displayed, but long numbers such as phone numbers in full. */
function textOf(cell: CellObject | undefined, limits: TableLimits): string {
  if (!cell || cell.v === undefined || cell.v === null || cell.t === 'z') return '';
  const text = cell.v instanceof Date ? dayOf(cell.v) : cell.t === 'n' ? numberText(cell) : String(cell.w ?? cell.v);
  if (text.length > limits.cellCharacters) throw new TableProblem('damaged');
  return text.trim();
}

function numberText(cell: CellObject): string {
  const isPlain = cell.z === undefined || cell.z === 'General' || cell.z === '0' || cell.z === '@';
  return isPlain ? String(cell.v) : (cell.w ?? String(cell.v));
}

function dayOf(date: Date): string {
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
}
