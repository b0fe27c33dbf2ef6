import type { JobQueue } from './job-queue.ts';

/** A queue that is opened later: those who leave jobs are made before all kinds of jobs are known. */
export function queueLater(queue: () => JobQueue): JobQueue {
  return {
    enqueue: (transaction, job) => queue().enqueue(transaction, job),
    cancel: (transaction, jobId) => queue().cancel(transaction, jobId),
    requeue: (transaction, jobId, change) => queue().requeue(transaction, jobId, change),
    prioritise: (transaction, jobId, priority) => queue().prioritise(transaction, jobId, priority),
  };
}
