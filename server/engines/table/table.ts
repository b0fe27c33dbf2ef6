export type TableLimits = { rows: number; columns: number; cellCharacters: number; inflatedBytes: number };

export const tableLimits: TableLimits = {
  rows: 100_000,
  columns: 100,
  cellCharacters: 10_000,
  inflatedBytes: 400 * 1024 * 1024,
};

/** A non-empty row with the number users see: the line in a text file or the row in a sheet. */
export type TableLine = { line: number; cells: string[] };

export type TableHead =
  | { format: 'csv'; charset: string; delimiter: string }
  | { format: 'txt'; charset: string }
  | { format: 'xlsx'; sheet: string };

export type TableProblemCode =
  | 'notATable'
  | 'unknownEncoding'
  | 'protected'
  | 'damaged'
  | 'tooLong'
  | 'tooWide'
  | 'empty'
  | 'tooSlow';

export class TableProblem extends Error {
  readonly code: TableProblemCode;

  constructor(code: TableProblemCode, options?: ErrorOptions) {
    super(`The file can't be read as a table: ${code}`, options);
    this.name = 'TableProblem';
    this.code = code;
  }
}
