import type { JobCause } from '@lectern/contract/features/job-cause.ts';
import { AppError } from '../app-error.ts';
import type { Executor } from '../db/database.ts';
import { isStorageFull } from '../storage/storage-full.ts';

/** Thrown by a handler when there is nothing to do for this object; not a failure, and not retried. */
export class JobSkipped extends Error {
  readonly causeCode: JobCause | undefined;
  /** Written in the transaction that ends the job, such as clearing outdated results. */
  readonly save: ((transaction: Executor) => Promise<void>) | undefined;

  constructor(why: string, causeCode?: JobCause, save?: (transaction: Executor) => Promise<void>) {
    super(why);
    this.name = 'JobSkipped';
    this.causeCode = causeCode;
    this.save = save;
  }
}

/** Thrown by a handler when retrying can't help, such as with a broken file. */
export class PermanentJobError extends Error {
  readonly causeCode: JobCause | undefined;

  constructor(why: string, options: ErrorOptions & { causeCode?: JobCause | undefined } = {}) {
    super(why, options);
    this.name = 'PermanentJobError';
    this.causeCode = options.causeCode;
  }
}

/** The worker is stopping and requeues its jobs; the try doesn't count. */
export class WorkerStopping extends Error {
  constructor() {
    super('The worker is stopping.');
    this.name = 'WorkerStopping';
  }
}

/** The job overran its short slot: it continues in a slot for long jobs, and the try doesn't count. */
export class ShortSlotOverrun extends Error {
  constructor() {
    super('It’s taking longer than expected.');
    this.name = 'ShortSlotOverrun';
  }
}

/** The job was cancelled or taken over by another worker, so this try must leave no trace. */
export class ClaimLost extends Error {
  constructor() {
    super('The job was cancelled or taken over by another worker.');
    this.name = 'ClaimLost';
  }
}

export class TimeLimitReached extends Error {
  constructor(limitSeconds: number) {
    const limit = limitSeconds < 120 ? `${limitSeconds} seconds` : `${Math.round(limitSeconds / 60)} minutes`;
    super(`It took longer than ${limit} and was stopped.`);
    this.name = 'TimeLimitReached';
  }
}

/** Category of a failure, so people can handle similar ones together. */
export function causeCodeOf(error: unknown): JobCause {
  if (error instanceof PermanentJobError || error instanceof JobSkipped) return error.causeCode ?? 'other';
  if (error instanceof TimeLimitReached) return 'tookTooLong';
  const isFull = isStorageFull(error) || (error instanceof AppError && error.code === 'storageFull');
  return isFull ? 'storageFull' : 'other';
}

const longestCause = 500;

/** Error text shown with a failed job: one line, no stack. */
export function plainCause(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.replace(/\s+/g, ' ').trim();
  return line.slice(0, longestCause) || 'It failed without an error message.';
}
