import { type ReadTable, readTable } from '../../engines/table/read-table.ts';
import { TableProblem, type TableProblemCode, tableLimits } from '../../engines/table/table.ts';
import { AppError } from '../../platform/app-error.ts';

/** Reading takes memory: more than this at once is refused rather than risked. */
const readsAtOnce = 2;
let reading = 0;

const codes = {
  notATable: 'notATable',
  unknownEncoding: 'unknownEncoding',
  protected: 'tableProtected',
  damaged: 'tableDamaged',
  tooSlow: 'tableDamaged',
  tooLong: 'tableTooLong',
  tooWide: 'tableTooLong',
  empty: 'tableEmpty',
} as const satisfies Record<TableProblemCode, string>;

export async function readImportFile<Result>(
  { bytes, oneInALine }: { bytes: Uint8Array; oneInALine?: string | undefined },
  take: (table: ReadTable) => Promise<Result>,
): Promise<Result> {
  if (reading >= readsAtOnce) throw new AppError('overloaded', { retryAfterSeconds: 5 });
  reading += 1;
  try {
    return await take(await readTable(bytes, oneInALine === undefined ? {} : { oneInALine }));
  } catch (error) {
    if (!(error instanceof TableProblem)) throw error;
    const { rows, columns } = tableLimits;
    throw new AppError(codes[error.code], { params: { rows, columns }, cause: error });
  } finally {
    reading -= 1;
  }
}
