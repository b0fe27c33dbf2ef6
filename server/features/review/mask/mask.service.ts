import type { Executor } from '../../../platform/db/database.ts';
import type { JobQueue } from '../../../platform/queue/job-queue.ts';
import { deleteMaskedFiles, hasMasks, syncMasks } from './mask.repository.ts';

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
    if (!(await hasMasks(transaction, resourceId))) return;
    await this.#queue.enqueue(transaction, { kind: 'mask', input: { resourceId }, requestedBy: null });
  }
}
