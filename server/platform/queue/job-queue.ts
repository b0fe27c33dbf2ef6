import type { JobKind } from '@lectern/contract/features/job.ts';
import type { Executor } from '../db/database.ts';

export type NewJob = {
  kind: JobKind;
  /** What the handler needs to know; never secrets, it is shown in support bundles and logs. */
  input?: Record<string, unknown>;
  /** Who gets to see the progress and hears of the end; null: nobody in particular. */
  requestedBy: string | null;
};

/** What changes with a new beginning; what is not named stays. */
export type NewBeginning = {
  options?: Record<string, unknown>;
  priority?: number;
  /** How long it will probably take. */
  costSeconds?: number;
  requestedBy?: string | null;
};

/** Where services leave machine work. The job exists if and only if the caller's transaction is committed. */
export interface JobQueue {
  enqueue(transaction: Executor, job: NewJob): Promise<string>;
  /** False when it had ended already. A job that runs is stopped within seconds, and nothing of it is kept. */
  cancel(transaction: Executor, jobId: string): Promise<boolean>;
  /** Restarts a job in its own row, whatever its state; a running try is stopped and leaves no trace. */
  requeue(transaction: Executor, jobId: string, change?: NewBeginning): Promise<void>;
  /** The greatest first; one that waits is moved at once. */
  prioritise(transaction: Executor, jobId: string, priority: number): Promise<void>;
}
