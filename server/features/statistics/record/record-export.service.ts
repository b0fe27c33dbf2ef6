import { Readable } from 'node:stream';
import type { BodyOf } from '@lectern/contract/endpoint.ts';
import { accessRecordList } from '@lectern/contract/features/access-record.ts';
import type { RecordExport, startRecordExport } from '@lectern/contract/features/record-export.ts';
import type { Language } from '@lectern/contract/language.ts';
import { viewSchema } from '@lectern/contract/list/define-list.ts';
import { recordActivity } from '../../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { invalidInput } from '../../../platform/invalid-input.ts';
import { csvLine } from '../../../platform/list/csv.ts';
import type { View } from '../../../platform/list/view-conditions.ts';
import { sheetRow, xlsxOfRows } from '../../../platform/list/xlsx.ts';
import { headingsOf } from '../../../platform/messages.ts';
import { newId } from '../../../platform/new-id.ts';
import type { JobQueue } from '../../../platform/queue/job-queue.ts';
import type { FileStore } from '../../../platform/storage/file-store.ts';
import { readUpperSeq } from '../rollup/watermark.repository.ts';
import {
  countUnfinished,
  deleteExport,
  type ExportRecord,
  findExport,
  insertExport,
  listExports,
  listParts,
  saveJob,
} from './record-export.repository.ts';

type Dependencies = { db: Db; queue: JobQueue; fileStore: FileStore; languageOf(userId: string): Promise<Language> };

const keptDays = 7;
const atOnce = 3;

/** Files of records, however many these are: asked for here, written by a worker, fetched by whoever asked. */
export class RecordExportService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async list({ principal }: SignedInContext): Promise<RecordExport[]> {
    return (await listExports(this.#dependencies.db, principal.userId)).map(present);
  }

  async start(context: SignedInContext, body: BodyOf<typeof startRecordExport>): Promise<RecordExport> {
    const { db, queue, languageOf } = this.#dependencies;
    const { userId } = context.principal;
    viewOfMatching(body.matching);
    if ((await countUnfinished(db, userId)) >= atOnce) {
      throw invalidField('matching', 'exportsRunning', { limit: atOnce });
    }
    const [upper, language] = await Promise.all([readUpperSeq(db), languageOf(userId)]);
    const id = newId();
    return db.transaction().execute(async (transaction) => {
      const { matching, format, columns } = body;
      const wanted = { id, owner_id: userId, format, columns, matching, upper_seq: upper, language };
      await insertExport(transaction, wanted, keptDays);
      const input = { exportId: id };
      await saveJob(
        transaction,
        id,
        await queue.enqueue(transaction, { kind: 'recordExport', input, requestedBy: userId }),
      );
      const after = { matching, format };
      await recordActivity(transaction, context, {
        ...{ action: 'accessRecord.exported', objectType: 'job', objectId: id, after },
      });
      const made = await findExport(transaction, id);
      if (!made) throw new Error('The file that was just asked for is not there');
      return present(made);
    });
  }

  /** Stops it, where it is still being written, and takes away what there is of it. */
  async remove({ principal }: SignedInContext, id: string): Promise<null> {
    const { db, queue } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const found = await findExport(transaction, id);
      if (found?.owner_id !== principal.userId) throw new AppError('notFound');
      if (found.job_id) await queue.cancel(transaction, found.job_id);
      await deleteExport(transaction, id);
      return null;
    });
  }

  /** Nobody else's, and not before it is whole. */
  async file(
    context: SignedInContext,
    id: string,
  ): Promise<{ name: string; format: 'csv' | 'xlsx'; stream: Readable }> {
    const { db, fileStore } = this.#dependencies;
    const found = await findExport(db, id);
    if (found?.owner_id !== context.principal.userId || found.state !== 'done') throw new AppError('notFound');
    const keys = await listParts(db, id);
    await recordActivity(db, context, {
      ...{ action: 'accessRecord.downloaded', objectType: 'job', objectId: id, after: { rows: found.rows } },
    });
    const { format, language } = found;
    const names = headingsOf(accessRecordList, language);
    const headings = found.columns.map((column) => names[column] ?? column);
    const head = format === 'csv' ? `\ufeff${csvLine(headings)}` : sheetRow(headings);
    const rows = Readable.from(joined(head, keys, fileStore), { objectMode: false });
    const name = `access-records-${found.created_at.toISOString().slice(0, 10)}.${format}`;
    return { name, format, stream: format === 'csv' ? rows : xlsxOfRows(rows) };
  }
}

async function* joined(head: string, keys: readonly string[], fileStore: FileStore): AsyncGenerator<Buffer> {
  yield Buffer.from(head);
  for (const key of keys) {
    const { stream } = await fileStore.open(key);
    for await (const chunk of stream) yield chunk as Buffer;
  }
}

/** The view that a query string of the list means; what does not fit is refused. */
export function viewOfMatching(matching: string): View {
  const parsed = viewSchema(accessRecordList).safeParse(Object.fromEntries(new URLSearchParams(matching)));
  if (!parsed.success) throw invalidInput(parsed.error, 'matching');
  return parsed.data as View;
}

function present(row: ExportRecord): RecordExport {
  const isDone = row.state === 'done';
  return {
    id: row.id,
    state: (row.state ?? 'done') as RecordExport['state'],
    format: row.format,
    progress: row.progress ?? 100,
    total: row.total ?? 0,
    rows: row.rows,
    sizeBytes: isDone ? row.size_bytes : null,
    cause: row.cause,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    expiresAt: isDone ? row.expires_at.toISOString() : null,
  };
}
