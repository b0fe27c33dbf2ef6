import { insertActivity } from '../../../platform/activity/record-activity.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { JobQueue } from '../../../platform/queue/job-queue.ts';
import type { EndedJob } from '../../../platform/queue/job-runner.ts';
import { lockReview } from '../review.repository.ts';
import type { ReviewAnnouncer } from '../review-announcer.ts';
import { isUncovered } from './hidden-files.ts';
import {
  deleteMaskedFiles,
  findMaskedResource,
  forgetMaskFailed,
  hasMaskJobWaiting,
  hasMasks,
  listMaskers,
  noteMaskFailed,
  syncMasks,
} from './mask.repository.ts';

type Dependencies = { queue: JobQueue; announcer: Pick<ReviewAnnouncer, 'changed' | 'tellMaskFailed'> };

/** Keeps what is covered in step with what was decided. */
export class MaskService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Outdated masked files are dropped at once and remade by a worker; until then the place stays hidden. */
  async sync(transaction: Executor, resourceId: string): Promise<void> {
    if (!(await syncMasks(transaction, resourceId))) return;
    await deleteMaskedFiles(transaction, resourceId);
    if (await hasMasks(transaction, resourceId)) await this.make(transaction, resourceId);
    else await this.#forget(transaction, resourceId);
  }

  /** After a scan: files that show what masks cover may have been made since, or a new version came. */
  async renew(transaction: Executor, resourceId: string): Promise<void> {
    await this.sync(transaction, resourceId);
    if (await isUncovered(transaction, resourceId)) await this.make(transaction, resourceId);
  }

  /** What failed before is tried again. */
  async make(transaction: Executor, resourceId: string): Promise<void> {
    await this.#forget(transaction, resourceId);
    if (await hasMaskJobWaiting(transaction, resourceId)) return;
    await this.#dependencies.queue.enqueue(transaction, { kind: 'mask', input: { resourceId }, requestedBy: null });
  }

  /** In the transaction that ends a job: nobody waits for a file that does not come without hearing of it. */
  async jobEnded(transaction: Executor, job: EndedJob): Promise<void> {
    if (job.kind !== 'mask' || job.state !== 'failed') return;
    const resourceId = await findMaskedResource(transaction, job.id);
    if (!resourceId || !(await isUncovered(transaction, resourceId))) return;
    if (await hasMaskJobWaiting(transaction, resourceId)) return;
    await noteMaskFailed(transaction, resourceId, job.cause ?? '');
    const review = await lockReview(transaction, resourceId);
    if (!review) return;
    const { cause } = job;
    const failed = { action: 'review.maskFailed', objectType: 'review', objectId: resourceId, after: { cause } };
    await insertActivity(transaction, { ...failed, actorId: null, ip: null, requestId: null });
    await this.#dependencies.announcer.changed(transaction, review, { by: null, before: review });
    const maskers = await listMaskers(transaction, resourceId);
    await this.#dependencies.announcer.tellMaskFailed(transaction, review, { cause: cause ?? '', ...maskers });
  }

  async #forget(transaction: Executor, resourceId: string): Promise<void> {
    if (!(await forgetMaskFailed(transaction, resourceId))) return;
    const review = await lockReview(transaction, resourceId);
    if (review) await this.#dependencies.announcer.changed(transaction, review, { by: null, before: review });
  }
}
