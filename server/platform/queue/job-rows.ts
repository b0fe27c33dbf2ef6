import type { JobKind, JobState } from '@lectern/contract/features/job.ts';
import type { JobCause } from '@lectern/contract/features/job-cause.ts';
import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import { deliveryPriority, noteTurn, shortJobSeconds, takeTurn } from './fair-turns.ts';
import { maxTries, type RunningJob } from './job-definition.ts';
import type { NewBeginning, NewJob } from './job-queue.ts';

const longestLog = 64 * 1024;

/** Does nothing if the row exists: a scheduled job may be delivered twice before its row is first seen. */
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

type Delivered = { jobId: string; deliveryId: string; worker: string };

/** Claims the job whose turn it is: the delivered one, or another waiting job that comes first. */
export async function claimNextJob(transaction: Executor, wanted: Delivered): Promise<Claim | undefined> {
  const { jobId, deliveryId } = wanted;
  const delivered = await transaction
    .selectFrom('jobs')
    .select(['kind', 'is_short'])
    .where('id', '=', jobId)
    .where('delivery_id', '=', deliveryId)
    .where('state', '=', 'queued')
    .where('tries', '=', 0)
    .forUpdate()
    .executeTakeFirst();
  if (!delivered) return claimJob(transaction, wanted);
  const { kind, is_short: isShort } = delivered;
  const next = await takeTurn(transaction, { id: jobId, kind, deliveryId, isShort });
  await noteTurn(transaction, next);
  return claimJob(transaction, { ...wanted, jobId: next });
}

/**
 * Claims the job for one try; undefined when the job has ended or the delivery is outdated. Claiming it invalidates
 * any earlier holder, because every later write names its try.
 */
async function claimJob(transaction: Executor, wanted: Delivered): Promise<Claim | undefined> {
  const row = await transaction
    .selectFrom('jobs')
    .select(['id', 'kind', 'state', 'tries', 'input', 'requested_by', 'delivery_id', 'resource_id', 'version_id'])
    .select('is_short')
    .where('id', '=', wanted.jobId)
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.delivery_id !== wanted.deliveryId) return undefined;
  if (row.state !== 'queued' && row.state !== 'running') return undefined;
  // Delivered again while still marked as running: the previous worker died.
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
      cause_code: null,
      log: appended([
        ...(crashed ? ['The worker stopped before the attempt ended.'] : []),
        `Attempt ${attempt} on worker ${wanted.worker}.`,
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
      resourceId: row.resource_id,
      versionId: row.version_id,
      attempt,
      isShort: row.is_short,
      deliveryId: wanted.deliveryId,
    },
  };
}

/** Restarts the job under a new delivery; returns what to send and the delivery it replaces. */
export async function renewJob(
  transaction: Executor,
  wanted: NewBeginning & { jobId: string; deliveryId: string },
): Promise<Renewed> {
  const { jobId, deliveryId, options, priority, costSeconds, requestedBy } = wanted;
  const { delivery_id: before } = await transaction
    .selectFrom('jobs')
    .select('delivery_id')
    .where('id', '=', jobId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const row = await transaction
    .updateTable('jobs')
    .set({
      state: 'queued',
      delivery_id: deliveryId,
      tries: 0,
      progress: 0,
      cause: null,
      cause_code: null,
      worker: null,
      queued_at: sql<Date>`now()`,
      rank_at: sql<Date>`now() + ${costSeconds ?? sql.ref('cost_seconds')} * interval '1 second'`,
      ...(costSeconds !== undefined && {
        cost_seconds: Math.round(costSeconds),
        is_short: costSeconds <= shortJobSeconds,
      }),
      started_at: null,
      finished_at: null,
      ...(options && { options: JSON.stringify(options) }),
      ...(priority !== undefined && { priority }),
      ...(requestedBy !== undefined && { requested_by: requestedBy }),
    })
    .where('id', '=', jobId)
    .returning(['kind', 'priority', 'is_short', 'requested_by', 'resource_id'])
    .executeTakeFirstOrThrow();
  return {
    kind: row.kind as JobKind,
    priority: deliveryPriority({ priority: row.priority, isShort: row.is_short }),
    before,
    job: { id: jobId, requestedBy: row.requested_by, resourceId: row.resource_id },
  };
}

type Renewed = {
  kind: JobKind;
  /** Priority of the delivery, not of the job. */
  priority: number;
  before: string | null;
  job: Pick<RunningJob, 'id' | 'requestedBy' | 'resourceId'>;
};

type Tried = Pick<RunningJob, 'id' | 'attempt' | 'deliveryId'>;

/** Locks the job until the transaction ends; false when this try no longer holds it. */
export async function lockClaim(transaction: Executor, tried: Tried): Promise<boolean> {
  const row = await transaction
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', tried.id)
    .where('state', '=', 'running')
    .where('tries', '=', tried.attempt)
    .where('delivery_id', '=', tried.deliveryId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export type JobChange = {
  state?: JobState;
  progress?: number;
  cause?: string | null;
  causeCode?: JobCause | null;
  log?: readonly string[];
  fileId?: string | undefined;
  result?: Record<string, unknown> | undefined;
  tries?: number;
};

const ended: ReadonlySet<JobState> = new Set(['done', 'failed', 'skipped', 'cancelled']);

/** Updates the job if this try still holds it; false when it doesn't. */
export async function updateClaimed(executor: Executor, tried: Tried, change: JobChange): Promise<boolean> {
  const { state, progress, cause, causeCode, log, fileId, result, tries } = change;
  const written = await executor
    .updateTable('jobs')
    .set({
      ...(state && { state }),
      ...(state && ended.has(state) && { finished_at: sql<Date>`now()` }),
      ...(state === 'queued' && { worker: null }),
      ...(progress !== undefined && { progress }),
      ...(cause !== undefined && { cause }),
      ...(causeCode !== undefined && { cause_code: causeCode }),
      ...(log && log.length > 0 && { log: appended(log) }),
      ...(fileId && { file_id: fileId }),
      ...(result && { result: JSON.stringify(result) }),
      ...(tries !== undefined && { tries }),
    })
    .where('id', '=', tried.id)
    .where('state', '=', 'running')
    .where('tries', '=', tried.attempt)
    .where('delivery_id', '=', tried.deliveryId)
    .returning('id')
    .executeTakeFirst();
  return written !== undefined;
}

/** Ids of the jobs that these tries no longer hold. */
export async function listLostClaims(executor: Executor, tried: readonly Tried[]): Promise<Set<string>> {
  const rows = await executor
    .selectFrom('jobs')
    .select(['id', 'tries', 'delivery_id'])
    .where('state', '=', 'running')
    .where(
      'id',
      'in',
      tried.map((entry) => entry.id),
    )
    .execute();
  const held = new Set(rows.map((row) => `${row.delivery_id} ${row.tries}`));
  return new Set(tried.filter((entry) => !held.has(`${entry.deliveryId} ${entry.attempt}`)).map((entry) => entry.id));
}

export type JobPlace = {
  resourceId: string;
  departmentId: string | null;
  ownerId: string;
  /** The version whose jobs are current; null when none is. */
  versionId: string | null;
};

/** Updates who may see the jobs of these resources and which jobs are current. */
export async function updateJobPlaces(transaction: Executor, places: readonly JobPlace[]): Promise<void> {
  await sql`
    update jobs set department_id = place."departmentId", owner_id = place."ownerId",
      current = coalesce(jobs.version_id = place."versionId", false)
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      as place ("resourceId" uuid, "departmentId" uuid, "ownerId" uuid, "versionId" uuid)
    where jobs.resource_id = place."resourceId" and (jobs.department_id, jobs.owner_id, jobs.current)
      is distinct from (place."departmentId", place."ownerId", coalesce(jobs.version_id = place."versionId", false))`.execute(
    transaction,
  );
}

/** Keeps the end of an overlong log, which says more than its beginning. */
function appended(lines: readonly string[]) {
  const stamp = new Date().toISOString();
  const text = lines.map((line) => `${stamp} ${line}\n`).join('');
  return sql<string>`right(log || ${text}, ${longestLog})`;
}
