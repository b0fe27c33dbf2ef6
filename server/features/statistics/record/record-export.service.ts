import type { Readable } from 'node:stream';
import type { BodyOf } from '@lectern/contract/endpoint.ts';
import { accessRecordPage } from '@lectern/contract/features/access-record.ts';
import type { RecordExport, startRecordExport } from '@lectern/contract/features/record-export.ts';
import type { Language } from '@lectern/contract/language.ts';
import { recordActivity } from '../../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { newId } from '../../../platform/new-id.ts';
import type { JobDefinition } from '../../../platform/queue/job-definition.ts';
import type { JobQueue } from '../../../platform/queue/job-queue.ts';
import type { FileStore } from '../../../platform/storage/file-store.ts';
import { readUpperSeq } from '../rollup/watermark.repository.ts';
import { deleteExport, type ExportRecord, findExport, insertExport, listExports } from './record-export.repository.ts';
import { viewOfMatching } from './record-list.source.ts';
import type { RecordExportDependencies } from './write-record-export.job.ts';

type Dependencies = { db: Db; queue: JobQueue; fileStore: FileStore; languageOf(userId: string): Promise<Language> };

const keptDays = 7;
const mostUnfinished = 3;

/** Exports of any number of records: requested here, written by a worker, downloaded by the requester. */
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
    const { matching, format, columns } = body;
    viewOfMatching(matching);
    const unfinished = (await listExports(db, userId)).filter(({ state }) => state === 'queued' || state === 'running');
    if (unfinished.length >= mostUnfinished)
      throw invalidField('matching', 'exportsRunning', { limit: mostUnfinished });
    const [upper, language] = await Promise.all([readUpperSeq(db), languageOf(userId)]);
    const id = newId();
    return db.transaction().execute(async (transaction) => {
      const job = { kind: 'recordExport', input: { exportId: id }, requestedBy: userId } as const;
      const jobId = await queue.enqueue(transaction, job);
      const values = { id, owner_id: userId, job_id: jobId, format, columns, matching, upper_seq: upper, language };
      await insertExport(transaction, values, keptDays);
      const after = { matching, format };
      const activity = { action: 'accessRecord.exported', objectType: 'job', objectId: id, after } as const;
      await recordActivity(transaction, context, activity);
      return present(await this.#getOwn(context, id, transaction));
    });
  }

  /** Also cancels a running export. */
  async remove(context: SignedInContext, id: string): Promise<null> {
    const { db, queue } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const { job_id: jobId } = await this.#getOwn(context, id, transaction);
      if (jobId) await queue.cancel(transaction, jobId);
      await deleteExport(transaction, id);
      return null;
    });
  }

  async file(
    context: SignedInContext,
    id: string,
  ): Promise<{ name: string; format: 'csv' | 'xlsx'; stream: Readable }> {
    const { db, fileStore } = this.#dependencies;
    const { state, store_key: key, rows, format, created_at: createdAt } = await this.#getOwn(context, id);
    if (state !== 'done' || !key) throw new AppError('notFound');
    const activity = { action: 'accessRecord.downloaded', objectType: 'job', objectId: id, after: { rows } } as const;
    await recordActivity(db, context, activity);
    const { stream } = await fileStore.open(key);
    return { name: `access-records-${createdAt.toISOString().slice(0, 10)}.${format}`, format, stream };
  }

  async #getOwn({ principal }: SignedInContext, id: string, db = this.#dependencies.db): Promise<ExportRecord> {
    const found = await findExport(db, id);
    if (found?.owner_id !== principal.userId) throw new AppError('notFound');
    return found;
  }
}

export function recordExportJob(dependencies: RecordExportDependencies): JobDefinition {
  return {
    kind: 'recordExport',
    concurrency: 1,
    limitSeconds: 4 * 3600,
    link: accessRecordPage,
    load: async () => (await import('./write-record-export.job.ts')).writeRecordExport(dependencies),
  };
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
