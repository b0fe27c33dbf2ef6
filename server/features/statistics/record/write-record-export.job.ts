import { Readable } from 'node:stream';
import { mayOpenPath } from '@lectern/contract/access.ts';
import { type AccessRecordRow, accessRecordPage } from '@lectern/contract/features/access-record.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { csvLine } from '../../../platform/list/csv.ts';
import { exportWords, type ListSource, preparedFor, sourceFor } from '../../../platform/list/list-source.ts';
import { readPage } from '../../../platform/list/read-page.ts';
import { viewConditions } from '../../../platform/list/view-conditions.ts';
import { sheetRow } from '../../../platform/list/xlsx.ts';
import { newId } from '../../../platform/new-id.ts';
import type { JobHandler } from '../../../platform/queue/job-definition.ts';
import { discardFiles } from '../../../platform/storage/discard-files.ts';
import type { FileStore } from '../../../platform/storage/file-store.ts';
import { addPart, type ExportRecord, findExport, saveTotal } from './record-export.repository.ts';
import { viewOfMatching } from './record-export.service.ts';
import { isPutInOrder, recordCells } from './record-list.source.ts';

export type RecordExportDependencies = {
  fileStore: FileStore;
  source: ListSource;
  timeZone: string;
  actorOf(userId: string): Promise<{ principal: Principal; forbidden: boolean }>;
  /** So many rows are written before it is noted how far they are. */
  rowsPerPart?: number;
};

const rowsAtOnce = 1_000;
/** A sheet has so many rows, the headings' among them. */
const sheetRows = 1_048_576;

/** Writes the rows of a view part by part, never more than a page of them in memory, by the rights of this moment. */
export function writeRecordExport(dependencies: RecordExportDependencies): JobHandler {
  const { fileStore, actorOf, rowsPerPart = 50_000 } = dependencies;
  return async (job, { db, signal, report, log }) => {
    const id = String(job.input.exportId);
    let found = await findExport(db, id);
    if (!found) return {};
    const { principal, forbidden } = await actorOf(found.owner_id);
    if (forbidden || !mayOpenPath(principal, accessRecordPage))
      throw new Error('Whoever asked for it may not see it any more.');
    const total = found.total ?? (await countRows(db, dependencies, found, principal));
    await saveTotal(db, id, total);
    if (found.format === 'xlsx' && total >= sheetRows) {
      throw new Error(`A sheet has room for ${sheetRows - 1} rows, and these are ${total}: ask for CSV.`);
    }
    if (found.rows > 0) log(`Going on behind row ${found.rows}.`);
    for (let more = found.rows < total; more; ) {
      signal.throwIfAborted();
      const walk: Walk = { rows: 0, cursor: found.cursor };
      const text = writeRows(db, dependencies, { ...found, total }, principal, { walk, most: rowsPerPart, signal });
      const stored = await fileStore.write(Readable.from(text, { objectMode: false }), { signal });
      const file = {
        ...{ ...stored, id: newId(), name: `access-records.${found.format}`, createdBy: found.owner_id },
        contentType: 'application/octet-stream',
      };
      const part = { file, before: found.rows, rows: walk.rows, cursor: walk.cursor };
      const isWanted = await db.transaction().execute((transaction) => addPart(transaction, id, part));
      if (!isWanted) {
        await discardFiles(db, fileStore, [stored.storeKey]);
        return {};
      }
      report(total === 0 ? 100 : ((found.rows + walk.rows) / total) * 100);
      more = walk.cursor !== null;
      found = { ...found, rows: found.rows + walk.rows, cursor: walk.cursor };
    }
    return { result: { rows: found.rows } };
  };
}

type Walk = { rows: number; cursor: string | null };

async function* writeRows(
  db: Db,
  { source, timeZone }: RecordExportDependencies,
  found: ExportRecord,
  principal: Principal,
  { walk, most, signal }: { walk: Walk; most: number; signal: AbortSignal },
): AsyncGenerator<string> {
  const view = viewOfMatching(found.matching);
  const words = exportWords(found.language, timeZone);
  const conditions = await conditionsOf(db, source, found, principal, timeZone);
  const personal = sourceFor(source, principal);
  const line = found.format === 'csv' ? csvLine : sheetRow;
  do {
    signal.throwIfAborted();
    const position = { cursor: walk.cursor ?? undefined, page: 1, size: Math.min(rowsAtOnce, most - walk.rows) };
    const sorted = isPutInOrder(view, found.total ?? 0);
    const page = await readPage(db, personal, view, conditions, { ...position, sorted });
    let text = '';
    for (const row of page.rows as AccessRecordRow[]) {
      text += line(found.columns.map((column) => recordCells[column as keyof typeof recordCells](row, words)));
    }
    walk.rows += page.rows.length;
    walk.cursor = page.next;
    if (text) yield text;
  } while (walk.cursor !== null && walk.rows < most);
}

async function countRows(
  db: Db,
  { source, timeZone }: RecordExportDependencies,
  found: ExportRecord,
  principal: Principal,
): Promise<number> {
  const conditions = await conditionsOf(db, source, found, principal, timeZone);
  return db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = '15min'`.execute(transaction);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from access_events where ${conditions}`.execute(transaction);
    return rows[0]?.count ?? 0;
  });
}

/** What came in after it was asked for is not in it. */
async function conditionsOf(db: Db, source: ListSource, found: ExportRecord, principal: Principal, timeZone: string) {
  const view = viewOfMatching(found.matching);
  const prepared = await preparedFor(db, source, view);
  return sql`(${viewConditions(prepared, view, principal, { timeZone })} and access_events.seq <= ${found.upper_seq})`;
}
