import type { Readable } from 'node:stream';
import type { SupportBundle } from '@lectern/contract/features/health.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { JobQueue } from '../../platform/queue/job-queue.ts';
import { presentJob } from '../../platform/queue/present-job.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { type BundleRow, findBundle, listBundles } from './health.repository.ts';

const shown = 20;

type BundleFile = {
  name: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
  open(): Promise<Readable>;
};

export class SupportBundleService {
  readonly #db: Db;
  readonly #queue: JobQueue;
  readonly #fileStore: FileStore;

  constructor(db: Db, queue: JobQueue, fileStore: FileStore) {
    this.#db = db;
    this.#queue = queue;
    this.#fileStore = fileStore;
  }

  async list(): Promise<SupportBundle[]> {
    return (await listBundles(this.#db, shown)).map(presentBundle);
  }

  async make(context: SignedInContext): Promise<SupportBundle> {
    return this.#db.transaction().execute(async (transaction) => {
      const requestedBy = context.principal.userId;
      const id = await this.#queue.enqueue(transaction, { kind: 'supportBundle', requestedBy });
      await recordActivity(transaction, context, {
        action: 'health.supportBundleAsked',
        objectType: 'job',
        objectId: id,
      });
      const row = await findBundle(transaction, id);
      if (!row) throw new Error('The support bundle that was just asked for is not there');
      return presentBundle(row);
    });
  }

  async file(context: SignedInContext, id: string): Promise<BundleFile> {
    const row = await findBundle(this.#db, id);
    if (!row?.store_key || !row.name || !row.content_type || row.size_bytes === null || !row.sha256) {
      throw new AppError('notFound');
    }
    const { store_key: storeKey, name, content_type: contentType, size_bytes: sizeBytes, sha256 } = row;
    return {
      name,
      contentType,
      sizeBytes,
      sha256: sha256.toString('hex'),
      open: async () => {
        const { stream } = await this.#fileStore.open(storeKey);
        await recordActivity(this.#db, context, {
          action: 'health.supportBundleDownloaded',
          objectType: 'job',
          objectId: id,
        });
        return stream;
      },
    };
  }
}

function presentBundle(row: BundleRow): SupportBundle {
  const { name, size_bytes, sha256 } = row;
  return {
    id: row.id,
    job: { ...presentJob(row), requestedBy: row.requester_name },
    file:
      name && size_bytes !== null && sha256 ? { name, sizeBytes: size_bytes, sha256: sha256.toString('hex') } : null,
  };
}
