import { Readable } from 'node:stream';
import type { OperationRow } from '@lectern/contract/features/operation.ts';
import {
  type ImportFile,
  type ImportLine,
  importLimits,
  type LineVerdict,
} from '@lectern/contract/import/define-import.ts';
import type { RunSandboxed } from '../../engines/sandbox/port.ts';
import { type ReadTable, readTable } from '../../engines/table/read-table.ts';
import { TableProblem, type TableProblemCode, tableLimits } from '../../engines/table/table.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { ImportSource } from '../../platform/import/import-source.ts';
import { csvLine } from '../../platform/list/csv.ts';
import { newId } from '../../platform/new-id.ts';
import type { OperationService } from '../operation/public.ts';
import { checkLines } from './check-lines.ts';
import { detailOf, presentImport, presentLine, reportHeading, reportRow } from './import.presenter.ts';
import {
  findImport,
  type ImportRecord,
  insertImport,
  insertLines,
  listJudgedLines,
  listLinesToRun,
  listReportLines,
  lockImport,
  updateChecked,
  updateLineCount,
  updateOperation,
} from './import.repository.ts';
import { assertMapping, suggestMapping, valuesOf } from './import-mapping.policy.ts';
import { importActionId } from './run-import.action.ts';

const samples = 3;
const sampleLength = 80;
const reportLinesAtOnce = 500;
const linesAtOnce = 500;

type Operations = Pick<OperationService, 'startWithItems'>;

/** Imports files: reads them, maps columns, checks with a dry run, and runs the import as an operation. */
export class ImportService {
  readonly #db: Db;
  readonly #operations: Operations;
  readonly #run: RunSandboxed;

  constructor(dependencies: { db: Db; operations: Operations; run: RunSandboxed }) {
    this.#db = dependencies.db;
    this.#operations = dependencies.operations;
    this.#run = dependencies.run;
  }

  async upload(context: SignedInContext, source: ImportSource, file: { name: string; bytes: Uint8Array }) {
    const id = newId();
    const { oneInALine } = source.declaration;
    const isPlain = oneInALine !== undefined && /\.txt$/i.test(file.name);
    const given = { bytes: file.bytes, ...(isPlain && { oneInALine }) };
    await readImportFile(this.#run, given, (table) => this.#keep(context, source, { id, name: file.name, table }));
    return this.get(context, source, id);
  }

  async get(context: SignedInContext, source: ImportSource, id: string): Promise<ImportFile> {
    return presentImport(await this.#getOwn(context, source, id));
  }

  async check(
    context: SignedInContext,
    source: ImportSource,
    id: string,
    wanted: Pick<ImportFile, 'mapping' | 'existing' | 'within'>,
  ): Promise<ImportFile> {
    const { columns } = presentImport(await this.#getOwn(context, source, id));
    assertMapping(source.declaration, wanted.mapping, columns.length);
    await this.#db.transaction().execute(async (transaction) => {
      const locked = await lockImport(transaction, id);
      if (locked.operation_id) throw new AppError('importStarted');
      const { principal, language } = context;
      const counts = await checkLines(transaction, { importId: id, source, principal, language, ...wanted });
      await updateChecked(transaction, id, { ...wanted, counts });
    });
    return this.get(context, source, id);
  }

  async listLines(
    context: SignedInContext,
    source: ImportSource,
    id: string,
    page: { verdict: LineVerdict | undefined; after: number; size: number },
  ): Promise<{ rows: ImportLine[]; more: boolean }> {
    await this.#getOwn(context, source, id);
    const rows = await listJudgedLines(this.#db, { importId: id, ...page, limit: page.size + 1 });
    return {
      rows: rows.slice(0, page.size).map((row) => presentLine(row, context.language)),
      more: rows.length > page.size,
    };
  }

  async run(context: SignedInContext, source: ImportSource, id: string): Promise<OperationRow> {
    await this.#getOwn(context, source, id);
    return this.#db.transaction().execute(async (transaction) => {
      const locked = await lockImport(transaction, id);
      if (locked.operation_id) throw new AppError('importStarted');
      const { mapping, existing, within, fileName, counts } = presentImport(locked);
      if (!counts || counts.new + counts.changed === 0) throw new AppError('importNotChecked');
      const operation = await this.#operations.startWithItems(transaction, context, {
        list: source.declaration.list,
        action: importActionId,
        input: { importId: id, fileName, existing, within },
        items: itemsOf(transaction, id, mapping),
      });
      await updateOperation(transaction, id, operation.id);
      return operation;
    });
  }

  async report(
    context: SignedInContext,
    source: ImportSource,
    id: string,
  ): Promise<{ name: string; stream: Readable }> {
    const row = await this.#getOwn(context, source, id);
    const stream = Readable.from(this.#reportOf(presentImport(row), context));
    return { name: `import-${row.created_at.toISOString().slice(0, 10)}.csv`, stream };
  }

  async *#reportOf(file: ImportFile, context: SignedInContext): AsyncGenerator<string> {
    // The byte order mark lets spreadsheet programs recognise UTF-8.
    yield `\ufeff${csvLine(reportHeading(context.language, file.columns))}`;
    for (let after = 0; ; ) {
      const rows = await listReportLines(this.#db, { importId: file.id, after, limit: reportLinesAtOnce });
      if (rows.length === 0) return;
      yield rows.map((row) => csvLine(reportRow(row, context.language))).join('');
      after = rows.at(-1)?.line ?? after;
    }
  }

  async #keep(
    context: SignedInContext,
    source: ImportSource,
    file: { id: string; name: string; table: ReadTable },
  ): Promise<void> {
    const { head, batches } = file.table;
    await this.#db.transaction().execute(async (transaction) => {
      let heading: string[] | undefined;
      let count = 0;
      for await (const batch of batches) {
        const lines = heading ? batch : batch.slice(1);
        if (!heading) {
          heading = batch[0]?.cells ?? [];
          const columns = columnsOf(
            heading,
            lines.map((line) => line.cells),
          );
          await insertImport(transaction, {
            id: file.id,
            list: source.declaration.list,
            owner_id: context.principal.userId,
            file_name: file.name,
            format: head.format,
            detail: detailOf(head),
            columns: JSON.stringify(columns),
            line_count: 0,
            mapping: JSON.stringify(
              suggestMapping(
                source.declaration,
                columns.map((column) => column.heading),
              ),
            ),
          });
        }
        count += lines.length;
        await insertLines(transaction, file.id, lines);
      }
      if (count === 0) throw new AppError('tableEmpty');
      if (count > importLimits.rows)
        throw new AppError('tableTooLong', { params: { rows: importLimits.rows, columns: 100 } });
      await updateLineCount(transaction, file.id, count);
      const { list } = source.declaration;
      await recordActivity(transaction, context, {
        action: 'import.uploaded',
        objectType: 'import',
        objectId: file.id,
        after: { list, fileName: file.name, lines: count },
      });
    });
  }

  async #getOwn(context: SignedInContext, source: ImportSource, id: string): Promise<ImportRecord> {
    const wanted = { id, list: source.declaration.list, ownerId: context.principal.userId };
    const row = await findImport(this.#db, wanted);
    if (!row) throw new AppError('notFound');
    return row;
  }
}

/** Lines to import, in batches so that other requests aren't blocked. */
async function* itemsOf(transaction: Executor, importId: string, mapping: ImportFile['mapping']) {
  for (let after = 0; ; ) {
    const lines = await listLinesToRun(transaction, { importId, after, limit: linesAtOnce });
    if (lines.length === 0) return;
    yield lines.map((line) => ({
      objectId: line.object_id ?? newId(),
      label: line.label,
      details: { line: line.line, values: valuesOf(line.cells as string[], mapping) },
    }));
    after = lines.at(-1)?.line ?? after;
  }
}

/** The columns, as many as in the widest of the first 100 lines, with sample values. */
function columnsOf(heading: readonly string[], lines: readonly (readonly string[])[]): ImportFile['columns'] {
  const width = Math.max(heading.length, ...lines.slice(0, 100).map((cells) => cells.length));
  return Array.from({ length: width }, (_, index) => ({
    heading: (heading[index] ?? '').slice(0, sampleLength),
    samples: lines
      .map((cells) => (cells[index] ?? '').slice(0, sampleLength))
      .filter((cell) => cell !== '')
      .slice(0, samples),
  }));
}

/** Reading takes memory; further reads at the same time are refused. */
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

async function readImportFile<Result>(
  run: RunSandboxed,
  { bytes, oneInALine }: { bytes: Uint8Array; oneInALine?: string | undefined },
  take: (table: ReadTable) => Promise<Result>,
): Promise<Result> {
  if (reading >= readsAtOnce) throw new AppError('overloaded', { retryAfterSeconds: 5 });
  reading += 1;
  try {
    return await readTable(run, bytes, take, oneInALine === undefined ? {} : { oneInALine });
  } catch (error) {
    if (!(error instanceof TableProblem)) throw error;
    const { rows, columns } = tableLimits;
    throw new AppError(codes[error.code], { params: { rows, columns }, cause: error });
  } finally {
    reading -= 1;
  }
}
