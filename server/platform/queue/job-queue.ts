import type { JobKind } from '@lectern/contract/features/job.ts';
import type { Executor } from '../db/database.ts';

export type NewJob = {
  kind: JobKind;
  /** Input for the handler. Never secrets, because it appears in support bundles and logs. */
  input?: Record<string, unknown>;
  /** Who sees the progress and is notified at the end; null for nobody in particular. */
  requestedBy: string | null;
};

/** Changes for a restart; fields left out keep their values. */
export type NewBeginning = {
  options?: Record<string, unknown>;
  priority?: number;
  /** Expected duration. */
  costSeconds?: number;
  requestedBy?: string | null;
};

/** The queue for machine work. A job exists only if the caller's transaction commits. */
export interface JobQueue {
  enqueue(transaction: Executor, job: NewJob): Promise<string>;
  /** False when the job had already ended. A running job stops within seconds, and its results are discarded. */
  cancel(transaction: Executor, jobId: string): Promise<boolean>;
  /** Restarts a job in its own row, whatever its state; a running try is stopped and leaves no trace. */
  requeue(transaction: Executor, jobId: string, change?: NewBeginning): Promise<void>;
  /** The highest priority runs first; a waiting job moves at once. */
  prioritise(transaction: Executor, jobId: string, priority: number): Promise<void>;
}
