import type { Executor } from '../db/database.ts';
import type { JobQueue, NewBeginning, NewJob } from './job-queue.ts';

/**
 * The queue needs all job definitions, and some of those enqueue jobs themselves, so the real queue is set afterwards.
 */
export class LaterQueue implements JobQueue {
  #queue: JobQueue | undefined;

  use(queue: JobQueue): void {
    this.#queue = queue;
  }

  enqueue(transaction: Executor, job: NewJob): Promise<string> {
    return this.#opened().enqueue(transaction, job);
  }

  cancel(transaction: Executor, jobId: string): Promise<boolean> {
    return this.#opened().cancel(transaction, jobId);
  }

  requeue(transaction: Executor, jobId: string, change?: NewBeginning): Promise<void> {
    return this.#opened().requeue(transaction, jobId, change);
  }

  prioritise(transaction: Executor, jobId: string, priority: number): Promise<void> {
    return this.#opened().prioritise(transaction, jobId, priority);
  }

  #opened(): JobQueue {
    if (!this.#queue) throw new Error('The queue is used before all modules are assembled');
    return this.#queue;
  }
}
