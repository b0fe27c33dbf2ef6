import type { JobKind, JobState } from '@lectern/contract/features/job.ts';
import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import { maxTries, type RunningJob } from './job-definition.ts';
import type { NewJob } from './job-queue.ts';

const longestLog = 64 * 1024;

/** Does nothing when it is there: a scheduled delivery may come twice before its row was first seen. */
export async function insertJob(executor: Executor, job: NewJob & { id: string }): Promise<void> {
  await executor
    .insertInto('jobs')
    .values({
      id: job.id,
      delivery_id: job.id,
      kind: job.kind,
      input: JSON.stringify(job.input ?? {}),
      requested_by: job.requestedBy,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export type Claim = { job: RunningJob; exhausted: boolean };

/**
 * Takes the job for one try, or answers undefined: it has ended, or this is not its delivery. Whoever held it before
 * has lost it by that, because every later write names the try that it belongs to.
 */
export async function claimJob(
  transaction: Executor,
  wanted: { jobId: string; deliveryId: string; worker: string },
): Promise<Claim | undefined> {
  const row = await transaction
    .selectFrom('jobs')
    .select(['id', 'kind', 'state', 'tries', 'input', 'requested_by', 'delivery_id'])
    .where('id', '=', wanted.jobId)
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.delivery_id !== wanted.deliveryId) return undefined;
  if (row.state !== 'queued' && row.state !== 'running') return undefined;
  // Still marked as running, yet delivered again: the worker that had it is gone.
  const crashed = row.state === 'running';
  const exhausted = row.tries >= maxTries;
  const attempt = exhausted ? row.tries : row.tries + 1;
  await transaction
    .updateTable('jobs')
    .set({
      state: 'running',
      tries: attempt,
      worker: wanted.worker,
      started_at: sql`now()`,
      progress: 0,
      cause: null,
      log: appended([
        ...(crashed ? ['The worker was gone before it ended.'] : []),
        `Try ${attempt} by ${wanted.worker}.`,
      ]),
    })
    .where('id', '=', row.id)
    .execute();
  return {
    exhausted,
    job: {
      id: row.id,
      kind: row.kind as JobKind,
      input: row.input as Record<string, unknown>,
      requestedBy: row.requested_by,
      attempt,
    },
  };
}

type Tried = Pick<RunningJob, 'id' | 'attempt'>;

/** Keeps everybody else off the job until the transaction ends; false when it is no longer ours. */
export async function lockClaim(transaction: Executor, tried: Tried): Promise<boolean> {
  const row = await transaction
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', tried.id)
    .where('state', '=', 'running')
    .where('tries', '=', tried.attempt)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export type JobChange = {
  state?: JobState;
  progress?: number;
  cause?: string | null;
  log?: readonly string[];
  fileId?: string | undefined;
  result?: Record<string, unknown> | undefined;
  tries?: number;
};

const ended: ReadonlySet<JobState> = new Set(['done', 'failed', 'skipped', 'cancelled']);

/** Changes the job if it is still this try's; false when it is not. */
export async function updateClaimed(executor: Executor, tried: Tried, change: JobChange): Promise<boolean> {
  const { state, progress, cause, log, fileId, result, tries } = change;
  const written = await executor
    .updateTable('jobs')
    .set({
      ...(state && { state }),
      ...(state && ended.has(state) && { finished_at: sql<Date>`now()` }),
      ...(state === 'queued' && { worker: null }),
      ...(progress !== undefined && { progress }),
      ...(cause !== undefined && { cause }),
      ...(log && log.length > 0 && { log: appended(log) }),
      ...(fileId && { file_id: fileId }),
      ...(result && { result: JSON.stringify(result) }),
      ...(tries !== undefined && { tries }),
    })
    .where('id', '=', tried.id)
    .where('state', '=', 'running')
    .where('tries', '=', tried.attempt)
    .returning('id')
    .executeTakeFirst();
  return written !== undefined;
}

/** Of these tries, those that no longer hold their job. */
export async function listLostClaims(executor: Executor, tried: readonly Tried[]): Promise<Set<string>> {
  const rows = await executor
    .selectFrom('jobs')
    .select(['id', 'tries'])
    .where('state', '=', 'running')
    .where(
      'id',
      'in',
      tried.map((entry) => entry.id),
    )
    .execute();
  const held = new Map(rows.map((row) => [row.id, row.tries]));
  return new Set(tried.filter((entry) => held.get(entry.id) !== entry.attempt).map((entry) => entry.id));
}

/** The end of a log tells more than its beginning. */
function appended(lines: readonly string[]) {
  const stamp = new Date().toISOString();
  const text = lines.map((line) => `${stamp} ${line}\n`).join('');
  return sql<string>`right(log || ${text}, ${longestLog})`;
}
