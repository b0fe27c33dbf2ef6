import type { StepKind } from '@lectern/contract/features/job.ts';
import type { JobCause } from '@lectern/contract/features/job-cause.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import type { Jobs } from '../db/schema.ts';
import type { RunningJob } from './job-definition.ts';

/**
 * `rows` is a query that selects these columns. A version has at most one job per kind; existing ones are left
 * unchanged.
 */
export async function insertVersionJobs(
  db: Executor,
  columns: readonly (keyof Jobs)[],
  rows: RawBuilder<unknown>,
): Promise<void> {
  await sql`insert into jobs (${sql.join(columns.map((column) => sql.id(column)))}) ${rows}
    on conflict (version_id, kind) where version_id is not null do nothing`.execute(db);
}

export type PendingChange = { options?: Record<string, unknown>; priority?: number; requestedBy?: string | null };

/** The job is queued once the steps before it have ended. */
export async function updateToPending(db: Executor, id: string, change: PendingChange = {}): Promise<void> {
  const { options, priority, requestedBy } = change;
  await db
    .updateTable('jobs')
    .set({
      state: 'pending',
      progress: 0,
      tries: 0,
      cause: null,
      cause_code: null,
      queued_at: sql<Date>`now()`,
      started_at: null,
      finished_at: null,
      ...(options && { options: JSON.stringify(options) }),
      ...(priority !== undefined && { priority }),
      ...(requestedBy !== undefined && { requested_by: requestedBy }),
    })
    .where('id', '=', id)
    .execute();
}

/** Ends a job that never started. */
export async function updateUnbegun(
  db: Executor,
  id: string,
  ending: { state: 'skipped' | 'cancelled'; cause: string | null; causeCode: JobCause | null },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      state: ending.state,
      cause: ending.cause,
      cause_code: ending.causeCode,
      started_at: null,
      finished_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Clears results that describe an outdated text. */
export async function clearFindings(db: Executor, id: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ check_state: null, confidence: null, language: null })
    .where('id', '=', id)
    .execute();
}

/** Resets the job whose turn it was and all that are still pending. */
export async function updateToNone(db: Executor, versionId: string, jobId: string): Promise<void> {
  await sql`
    update jobs set state = 'none', tries = 0, cause = null, cause_code = null, started_at = null, finished_at = null
    where version_id = ${versionId} and (id = ${jobId} or state = 'pending')`.execute(db);
}

/** Only while this try still holds the job. */
export async function updateEngine(db: Executor, job: RunningJob, engine: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ engine })
    .where('id', '=', job.id)
    .where('state', '=', 'running')
    .where('tries', '=', job.attempt)
    .where('delivery_id', '=', job.deliveryId)
    .execute();
}

type Outcome = {
  engine: string | null;
  language: string | null;
  confidence: number | null;
  needsCheck: boolean;
  cause: string | null;
  causeCode: JobCause | null;
};

export async function updateOutcome(transaction: Executor, id: string, outcome: Outcome): Promise<void> {
  const { engine, language, confidence, needsCheck, cause, causeCode } = outcome;
  await transaction
    .updateTable('jobs')
    .set({
      engine,
      language,
      confidence,
      check_state: needsCheck ? 'needs_check' : null,
      cause,
      cause_code: causeCode,
    })
    .where('id', '=', id)
    .execute();
}

type CheckState = 'needs_check' | 'checked' | null;

export async function updateCheck(db: Executor, id: string, check: CheckState): Promise<void> {
  await db.updateTable('jobs').set({ check_state: check }).where('id', '=', id).execute();
}

/** After people have edited or reviewed a step's text. */
export async function updateCheckOf(
  db: Executor,
  work: { versionId: string; kind: StepKind; check: CheckState; confidence: number | null },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ check_state: work.check, confidence: work.confidence })
    .where('version_id', '=', work.versionId)
    .where('kind', '=', work.kind)
    .where('state', '=', 'done')
    .execute();
}
