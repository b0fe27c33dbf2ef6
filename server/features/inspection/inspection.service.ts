import type { BodyOf } from '@lectern/contract/endpoint.ts';
import type { editImage } from '@lectern/contract/features/resource-detail.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { JobQueue } from '../../platform/queue/job-queue.ts';
import type { EndedJob } from '../../platform/queue/job-runner.ts';
import type { ResourceIntakeService } from '../resource/public.ts';

/** Throws if this person can't edit the resource. */
type RequireEditable = (
  db: Executor,
  context: SignedInContext,
  resourceId: string,
) => Promise<{ kind: string; version: number; version_id: string }>;

type Dependencies = { db: Db; queue: JobQueue; intake: ResourceIntakeService; requireEditable: RequireEditable };

/** Image editing requested by people, and what happens when an inspection fails. */
export class InspectionService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async editImage(
    context: SignedInContext,
    resourceId: string,
    wanted: BodyOf<typeof editImage>,
  ): Promise<{ jobId: string }> {
    const { db, queue, requireEditable } = this.#dependencies;
    const { version, ...edits } = wanted;
    return db.transaction().execute(async (transaction) => {
      const resource = await requireEditable(transaction, context, resourceId);
      if (resource.kind !== 'image') throw new AppError('notAPicture');
      if (resource.version !== version) throw new AppError('changedMeanwhile');
      const input = { resourceId, versionId: resource.version_id, edits, language: context.language };
      const jobId = await queue.enqueue(transaction, {
        kind: 'editImage',
        input,
        requestedBy: context.principal.userId,
      });
      return { jobId };
    });
  }

  /** Marks a version as failed when its inspection gives up, so nobody keeps waiting for it. */
  async jobEnded(transaction: Executor, job: EndedJob): Promise<void> {
    if (job.kind !== 'inspect' || job.state !== 'failed' || !job.versionId) return;
    await this.#dependencies.intake.inspected(transaction, job.versionId, {
      failed: job.cause ?? 'It failed.',
      failedCode: job.causeCode,
    });
  }
}
