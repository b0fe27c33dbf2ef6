import { mayOpenPath } from '@lectern/contract/access.ts';
import { accessRecordList, accessRecordPage } from '@lectern/contract/features/access-record.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Cell } from '../../../platform/list/csv.ts';
import { type Condition, exportWords, type ListSource, sourceFor } from '../../../platform/list/list-source.ts';
import { readPage } from '../../../platform/list/read-page.ts';
import { tableFile } from '../../../platform/list/table-file.ts';
import { viewConditions } from '../../../platform/list/view-conditions.ts';
import { headingsOf } from '../../../platform/messages.ts';
import { newId } from '../../../platform/new-id.ts';
import type { JobHandler } from '../../../platform/queue/job-definition.ts';
import { discardFiles } from '../../../platform/storage/discard-files.ts';
import type { FileStore } from '../../../platform/storage/file-store.ts';
import { findExport, saveFile, saveTotal } from './record-export.repository.ts';
import { isPutInOrder, viewOfMatching } from './record-list.source.ts';

export type RecordExportDependencies = {
  fileStore: FileStore;
  source: ListSource;
  timeZone: string;
  actorOf(userId: string): Promise<{ principal: Principal; forbidden: boolean }>;
  rowsPerPage?: number;
};

/** Excel's row limit, including the heading row. */
const sheetRows = 1_048_576;

/** Writes the rows of a view with the requester's current permissions, holding at most one page in memory. */
export function writeRecordExport(dependencies: RecordExportDependencies): JobHandler {
  const { fileStore, source, timeZone, actorOf, rowsPerPage = 1_000 } = dependencies;
  return async (job, { db, signal, report }) => {
    const id = String(job.input.exportId);
    const wanted = await findExport(db, id);
    if (!wanted || wanted.store_key) return {};
    const { format, columns, language, matching, owner_id: ownerId } = wanted;
    const { principal, forbidden } = await actorOf(ownerId);
    if (forbidden || !mayOpenPath(principal, accessRecordPage)) {
      throw new Error('The person who started this export no longer has access to the page.');
    }
    const view = viewOfMatching(matching);
    // Leaves out events that arrived after the request.
    const conditions = sql`(${viewConditions(source, view, principal, { timeZone })}
      and access_events.seq <= ${wanted.upper_seq})`;
    const total = await countRows(db, conditions);
    await saveTotal(db, id, total);
    if (format === 'xlsx' && total >= sheetRows) {
      throw new Error(`A sheet holds ${sheetRows - 1} rows, and these are ${total}. Choose CSV.`);
    }
    let rows = 0;
    async function* records(): AsyncGenerator<Cell[]> {
      const words = exportWords(language, timeZone);
      const headings = headingsOf(accessRecordList, language);
      yield columns.map((column) => headings[column] ?? column);
      const personal = sourceFor(source, principal);
      const sorted = isPutInOrder(view, total);
      let cursor: string | undefined;
      do {
        signal.throwIfAborted();
        const page = await readPage(db, personal, view, conditions, { cursor, page: 1, size: rowsPerPage, sorted });
        for (const row of page.rows) yield columns.map((column) => source.exportCell(column, row, words));
        rows += page.rows.length;
        report(total === 0 ? 100 : (rows / total) * 100);
        cursor = page.next ?? undefined;
      } while (cursor);
    }
    const stored = await fileStore.write(tableFile(format, records()), { signal });
    const contentType = 'application/octet-stream';
    const file = { ...stored, id: newId(), name: `access-records.${format}`, createdBy: ownerId, contentType };
    const isSaved = await db.transaction().execute((transaction) => saveFile(transaction, id, file, rows));
    if (!isSaved) await discardFiles(db, fileStore, [stored.storeKey]);
    return isSaved ? { result: { rows } } : {};
  };
}

async function countRows(db: Db, conditions: Condition): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = '15min'`.execute(transaction);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from access_events where ${conditions}`.execute(transaction);
    return rows[0]?.count ?? 0;
  });
}
