import type { Executor } from '../db/database.ts';
import type { EventPublisher } from '../events/event-publisher.ts';
import type { RunningJob } from './job-definition.ts';
import { presentJob, selectPresentableJobs } from './present-job.ts';

/** Shows the job as it is now to whoever asked for it. */
export async function publishJob(
  transaction: Executor,
  publisher: EventPublisher,
  job: Pick<RunningJob, 'id' | 'requestedBy'>,
): Promise<void> {
  if (!job.requestedBy) return;
  const row = await selectPresentableJobs(transaction).where('jobs.id', '=', job.id).executeTakeFirst();
  if (row) await publisher.publish(transaction, job.requestedBy, { topic: 'job', job: presentJob(row) });
}
