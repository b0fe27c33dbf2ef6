import { fromKysely, type PgBoss } from 'pg-boss';
import type { Executor } from '../db/database.ts';
import { newId } from '../new-id.ts';
import type { NewJob } from './job-queue.ts';
import { insertJob } from './job-rows.ts';

/** Inserts the job row and its delivery, both in the caller's transaction. */
export async function sendJob(transaction: Executor, boss: PgBoss, job: NewJob): Promise<string> {
  const id = newId();
  await insertJob(transaction, { ...job, id });
  await boss.send(job.kind, { jobId: id }, { id, db: fromKysely(transaction) });
  return id;
}
