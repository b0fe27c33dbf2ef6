import { type JobKind, jobKinds, stepKinds } from '@lectern/contract/features/job.ts';
import type { Db, Executor } from '../db/database.ts';

export type RunningJob = {
  id: string;
  kind: JobKind;
  input: Record<string, unknown>;
  requestedBy: string | null;
  /** Set for work on a version, else null. */
  resourceId: string | null;
  versionId: string | null;
  /** 1 for the first try. */
  attempt: number;
  /** Expected to be short, so it runs in a slot for short jobs. */
  isShort: boolean;
  /** Changes when the job is restarted; together with `attempt` it identifies who holds the job. */
  deliveryId: string;
};

export type JobTools = {
  /** Aborted when the job is cancelled, takes too long, or the worker stops. */
  signal: AbortSignal;
  /** 0 to 100; written to the job and published, at most twice a second. */
  report(percent: number): void;
  log(line: string): void;
  db: Db;
};

export type JobOutcome = {
  fileId?: string;
  result?: Record<string, unknown>;
  /** Runs in the transaction that marks the job as done, so its writes happen exactly once or the job isn't done. */
  save?(transaction: Executor): Promise<void>;
  /** Called when saving failed or its result is unknown: removes what was made and isn't referenced. */
  discard?(): Promise<void>;
};

export type JobHandler = (job: RunningJob, tools: JobTools) => Promise<JobOutcome>;

/** Kept light because every process lists all jobs; the handler is loaded on first use. */
export type JobDefinition = {
  kind: JobKind;
  /** How many jobs of this kind one worker runs at the same time. */
  concurrency: number;
  /** Adds the same number of slots for short jobs only. */
  hasShortSlots?: true;
  limitSeconds: number;
  /** The page with the result, linked from the notification. */
  link?: string;
  /** Schedule as five cron fields, in the configured time zone. */
  schedule?: string;
  /** A starting worker runs the job at once if the last run is older than this; one day by default. */
  overdueMinutes?: number;
  /** In the transaction that ends the job, takes locks that other code takes before the job's own lock. */
  holdFirst?(transaction: Executor, job: RunningJob): Promise<void>;
  load(): Promise<JobHandler>;
};

/** After this many tries a job fails permanently. */
export const maxTries = 3;

const steps: ReadonlySet<JobKind> = new Set(stepKinds);

/** Throws at startup if a kind has no handler or two. Machine-work steps may be missing, but never doubled. */
export function assertEveryKindHasOneHandler(definitions: readonly JobDefinition[]): void {
  const problems = jobKinds.flatMap((kind) => {
    const count = definitions.filter((definition) => definition.kind === kind).length;
    return count === 1 || (count === 0 && steps.has(kind)) ? [] : [`${kind} has ${count} handlers`];
  });
  if (problems.length > 0) throw new Error(`Every kind of job needs exactly one handler: ${problems.join(', ')}`);
}
