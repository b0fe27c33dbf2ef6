import type { Executor } from '../../../platform/db/database.ts';
import type { JobQueue } from '../../../platform/queue/job-queue.ts';
import { deleteMaskedFiles, hasMaskJobWaiting, hasMasks, isUncovered, syncMasks } from './mask.repository.ts';

/** Keeps what is covered in step with what was decided. */
export class MaskService {
  readonly #queue: JobQueue;

  constructor(queue: JobQueue) {
    this.#queue = queue;
  }

  /** Files that cover something else now are let go at once, and made anew by a worker; nobody sees more meanwhile. */
  async sync(transaction: Executor, resourceId: string): Promise<void> {
    if (!(await syncMasks(transaction, resourceId))) return;
    await deleteMaskedFiles(transaction, resourceId);
    if (await hasMasks(transaction, resourceId)) await this.#make(transaction, resourceId);
  }

  /** After a scan: files that show what masks cover may have been made since, or a new version came. */
  async renew(transaction: Executor, resourceId: string): Promise<void> {
    await this.sync(transaction, resourceId);
    if (await isUncovered(transaction, resourceId)) await this.#make(transaction, resourceId);
  }

  async #make(transaction: Executor, resourceId: string): Promise<void> {
    if (await hasMaskJobWaiting(transaction, resourceId)) return;
    await this.#queue.enqueue(transaction, { kind: 'mask', input: { resourceId }, requestedBy: null });
  }
}
