import { type CellObject, read, utils, type WorkSheet } from '@e965/xlsx';
import { inspectZip } from '../table/inspect-zip.ts';
import { TableProblem } from '../table/table.ts';
import { type Draft, mostBlocks, type Reading, ReadProblem } from './port.ts';

const inflatedBytes = 300 * 2 ** 20;
const mostColumns = 1_000;

/** XLS, XLSX and OpenDocument spreadsheets: every row of every sheet, with cells formatted as displayed. */
export function readWorkbookText(bytes: Buffer): Reading {
  const book = open(bytes);
  return { drafts: draftsOf(book.SheetNames.map((name) => [name, book.Sheets[name]] as const)) };
}

function open(bytes: Buffer) {
  try {
    // Unpack once within limits, because the reader has none.
    if (bytes.toString('latin1', 0, 2) === 'PK') inspectZip(bytes, inflatedBytes);
    return read(bytes, { type: 'buffer', dense: true, cellFormula: false, cellHTML: false, sheetRows: mostBlocks });
  } catch (error) {
    if (error instanceof TableProblem) {
      if (error.code === 'protected') throw new ReadProblem('protected', 'A password is needed.');
      throw new ReadProblem(error.code === 'tooLong' ? 'tooLarge' : 'damaged', error.message);
    }
    const message = error instanceof Error ? error.message : String(error);
    throw new ReadProblem(/password|encrypt/i.test(message) ? 'protected' : 'damaged', message);
  }
}

function* draftsOf(sheets: (readonly [string, WorkSheet | undefined])[]): Generator<Draft> {
  for (const [sheet, cells] of sheets) {
    if (!cells?.['!ref']) continue;
    yield { text: sheet, heading: 2, sheet };
    const rows: (CellObject | undefined)[][] = cells['!data'] ?? [];
    const { s: first } = utils.decode_range(cells['!ref']);
    for (const row of rows.slice(first.r)) {
      const texts = Array.from(row ?? [], textOf).slice(0, mostColumns);
      const text = texts.filter(Boolean).join(' | ');
      if (text) yield { text, sheet, cells: texts };
    }
  }
}

function textOf(cell: CellObject | undefined): string {
  if (!cell || cell.v === undefined || cell.v === null || cell.t === 'z') return '';
  return String(cell.w ?? cell.v)
    .replace(/\s+/g, ' ')
    .trim();
}
