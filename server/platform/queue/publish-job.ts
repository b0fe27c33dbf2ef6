import type { Executor } from '../db/database.ts';
import type { EventPublisher } from '../events/event-publisher.ts';
import type { RunningJob } from './job-definition.ts';
import { presentJob, selectPresentableJobs } from './present-job.ts';

/** Sends the job's state to its requester, and tells everyone when work on a resource changed. */
export async function publishJob(
  transaction: Executor,
  publisher: EventPublisher,
  job: Pick<RunningJob, 'id' | 'requestedBy' | 'resourceId'>,
): Promise<void> {
  if (job.resourceId) await publisher.publish(transaction, null, { topic: 'work', resourceId: job.resourceId });
  if (!job.requestedBy) return;
  const row = await selectPresentableJobs(transaction).where('jobs.id', '=', job.id).executeTakeFirst();
  if (row) await publisher.publish(transaction, job.requestedBy, { topic: 'job', job: presentJob(row) });
}
