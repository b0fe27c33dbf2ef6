import type { Executor } from '../db/database.ts';
import type { EventPublisher } from '../events/event-publisher.ts';
import type { RunningJob } from './job-definition.ts';
import { presentJob, selectPresentableJobs } from './present-job.ts';

/** Shows the job as it is now to whoever asked for it; that something is done to a resource hears everybody. */
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
