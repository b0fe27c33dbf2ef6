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

/** Keeps redacted files in step with decisions. */
export class MaskService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Deletes outdated redacted files at once and has a worker remake them; the content stays hidden in between. */
  async sync(transaction: Executor, resourceId: string): Promise<void> {
    if (!(await syncMasks(transaction, resourceId))) return;
    await deleteMaskedFiles(transaction, resourceId);
    if (await hasMasks(transaction, resourceId)) await this.make(transaction, resourceId);
    else await this.#forget(transaction, resourceId);
  }

  /** Called after a scan: new renditions or a new version may show masked content. */
  async renew(transaction: Executor, resourceId: string): Promise<void> {
    await this.sync(transaction, resourceId);
    if (await isUncovered(transaction, resourceId)) await this.make(transaction, resourceId);
  }

  /** Also clears an earlier failure. */
  async make(transaction: Executor, resourceId: string): Promise<void> {
    await this.#forget(transaction, resourceId);
    if (await hasMaskJobWaiting(transaction, resourceId)) return;
    await this.#dependencies.queue.enqueue(transaction, { kind: 'mask', input: { resourceId }, requestedBy: null });
  }

  /**
   * Runs in the transaction that ends a job; a failure is recorded and announced, so nobody waits for a file that
   * never comes.
   */
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
