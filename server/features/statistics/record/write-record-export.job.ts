import { Readable } from 'node:stream';
import { mayOpenPath } from '@lectern/contract/access.ts';
import { type AccessRecordRow, accessRecordList, accessRecordPage } from '@lectern/contract/features/access-record.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { csvLine } from '../../../platform/list/csv.ts';
import {
  type Condition,
  exportWords,
  type ListSource,
  preparedFor,
  sourceFor,
} from '../../../platform/list/list-source.ts';
import { readPage } from '../../../platform/list/read-page.ts';
import { viewConditions } from '../../../platform/list/view-conditions.ts';
import { sheetRow, xlsxOfRows } from '../../../platform/list/xlsx.ts';
import { headingsOf } from '../../../platform/messages.ts';
import { newId } from '../../../platform/new-id.ts';
import type { JobHandler } from '../../../platform/queue/job-definition.ts';
import { discardFiles } from '../../../platform/storage/discard-files.ts';
import type { FileStore } from '../../../platform/storage/file-store.ts';
import { type ExportRecord, findExport, saveFile, saveTotal } from './record-export.repository.ts';
import { isPutInOrder, recordCells, viewOfMatching } from './record-list.source.ts';

export type RecordExportDependencies = {
  fileStore: FileStore;
  source: ListSource;
  timeZone: string;
  actorOf(userId: string): Promise<{ principal: Principal; forbidden: boolean }>;
  rowsPerPage?: number;
};

/** The rows of a sheet, with the headings. */
const sheetRows = 1_048_576;

/** Writes the rows of a view with the rights of this moment, never more than a page of them in memory. */
export function writeRecordExport(dependencies: RecordExportDependencies): JobHandler {
  const { fileStore, source, timeZone, actorOf, rowsPerPage = 1_000 } = dependencies;
  return async (job, { db, signal, report }) => {
    const id = String(job.input.exportId);
    const wanted = await findExport(db, id);
    if (!wanted || wanted.store_key) return {};
    const { format, matching, owner_id: ownerId } = wanted;
    const { principal, forbidden } = await actorOf(ownerId);
    if (forbidden || !mayOpenPath(principal, accessRecordPage)) {
      throw new Error('The person who started this export no longer has access to the page.');
    }
    const view = viewOfMatching(matching);
    const prepared = await preparedFor(db, source, view);
    // Events that came in after the request are left out.
    const conditions = sql`(${viewConditions(prepared, view, principal, { timeZone })}
      and access_events.seq <= ${wanted.upper_seq})`;
    const total = await countRows(db, conditions);
    await saveTotal(db, id, total);
    if (format === 'xlsx' && total >= sheetRows) {
      throw new Error(`A sheet holds ${sheetRows - 1} rows, and these are ${total}. Choose CSV.`);
    }
    let rows = 0;
    async function* pages(): AsyncGenerator<AccessRecordRow[]> {
      const personal = sourceFor(source, principal);
      const sorted = isPutInOrder(view, total);
      let cursor: string | undefined;
      do {
        signal.throwIfAborted();
        const page = await readPage(db, personal, view, conditions, { cursor, page: 1, size: rowsPerPage, sorted });
        yield page.rows as AccessRecordRow[];
        rows += page.rows.length;
        report(total === 0 ? 100 : (rows / total) * 100);
        cursor = page.next ?? undefined;
      } while (cursor);
    }
    const lines = Readable.from(linesOf(pages(), wanted, timeZone), { objectMode: false });
    const stored = await fileStore.write(format === 'csv' ? lines : xlsxOfRows(lines), { signal });
    const contentType = 'application/octet-stream';
    const file = { ...stored, id: newId(), name: `access-records.${format}`, createdBy: ownerId, contentType };
    const isSaved = await db.transaction().execute((transaction) => saveFile(transaction, id, file, rows));
    if (!isSaved) await discardFiles(db, fileStore, [stored.storeKey]);
    return isSaved ? { result: { rows } } : {};
  };
}

async function* linesOf(
  pages: AsyncIterable<AccessRecordRow[]>,
  { format, columns, language }: ExportRecord,
  timeZone: string,
): AsyncGenerator<string> {
  const line = format === 'csv' ? csvLine : sheetRow;
  const words = exportWords(language, timeZone);
  const headings = headingsOf(accessRecordList, language);
  // Spreadsheet programs need the mark to read UTF-8.
  yield `${format === 'csv' ? '\ufeff' : ''}${line(columns.map((column) => headings[column] ?? column))}`;
  for await (const rows of pages) {
    const text = rows.map((row) =>
      line(columns.map((column) => recordCells[column as keyof typeof recordCells](row, words))),
    );
    if (text.length > 0) yield text.join('');
  }
}

async function countRows(db: Db, conditions: Condition): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = '15min'`.execute(transaction);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from access_events where ${conditions}`.execute(transaction);
    return rows[0]?.count ?? 0;
  });
}
