import { type JobKind, jobKinds, stepKinds } from '@lectern/contract/features/job.ts';
import type { Db, Executor } from '../db/database.ts';

export type RunningJob = {
  id: string;
  kind: JobKind;
  input: Record<string, unknown>;
  requestedBy: string | null;
  /** What it is about, of work on a version. */
  resourceId: string | null;
  versionId: string | null;
  /** 1 for the first try. */
  attempt: number;
  /** It was expected to be over soon, and runs in a slot for short jobs. */
  isShort: boolean;
  /** A restarted job has another one: with the attempt it identifies who holds the job. */
  deliveryId: string;
};

export type JobTools = {
  /** Aborted when the job is cancelled, takes too long, or the worker stops. */
  signal: AbortSignal;
  /** 0 to 100; written to the job and sent to the requester, not more often than twice a second. */
  report(percent: number): void;
  log(line: string): void;
  db: Db;
};

export type JobOutcome = {
  fileId?: string;
  result?: Record<string, unknown>;
  /** Runs in the transaction that marks the job as done: what it writes is there once, or the job is not done. */
  save?(transaction: Executor): Promise<void>;
  /** It did not come to be saved, or nobody knows: takes away what was made and is not named by then. */
  discard?(): Promise<void>;
};

export type JobHandler = (job: RunningJob, tools: JobTools) => Promise<JobOutcome>;

/** Light, because every process lists all jobs; the handler is loaded where it first runs. */
export type JobDefinition = {
  kind: JobKind;
  /** How many one worker runs at the same time. */
  concurrency: number;
  /** Short jobs have as many slots of their own. */
  hasShortSlots?: true;
  limitSeconds: number;
  /** The page that shows the result, for the notification. */
  link?: string;
  /** Scheduled: five cron fields, in the time zone of the settings. */
  schedule?: string;
  /** A starting worker runs it at once if the last run is older than this; a day by default. */
  overdueMinutes?: number;
  /** Takes locks that everybody else takes before that of the job, in the transaction that ends it. */
  holdFirst?(transaction: Executor, job: RunningJob): Promise<void>;
  load(): Promise<JobHandler>;
};

/** After so many tries a job is parked with its cause. */
export const maxTries = 3;

const steps: ReadonlySet<JobKind> = new Set(stepKinds);

/** A kind without a handler, or with two, must not start. Steps of the reading machine may be left out, never doubled. */
export function assertEveryKindHasOneHandler(definitions: readonly JobDefinition[]): void {
  const problems = jobKinds.flatMap((kind) => {
    const count = definitions.filter((definition) => definition.kind === kind).length;
    return count === 1 || (count === 0 && steps.has(kind)) ? [] : [`${kind} has ${count} handlers`];
  });
  if (problems.length > 0) throw new Error(`Every kind of job needs exactly one handler: ${problems.join(', ')}`);
}
