import { sql } from 'kysely';
import type { PgBoss, Queue } from 'pg-boss';
import type { Executor } from '../db/database.ts';
import type { JobDefinition } from './job-definition.ts';

/** pg-boss only carries deliveries, in its own schema. */
export const bossSchema = 'pgboss';

const day = 24 * 3600;

/**
 * pg-boss options. Our own table counts tries, so pg-boss's limit is only high enough for jobs that many restarts
 * interrupt. A killed worker is detected after ten seconds.
 */
function queueOptions(definition: JobDefinition): Omit<Queue, 'name'> {
  return {
    notify: true,
    heartbeatSeconds: 10,
    expireInSeconds: definition.limitSeconds + 60,
    retryLimit: 100,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    retentionSeconds: 90 * day,
    deleteAfterSeconds: day,
  };
}

export async function ensureQueues(boss: PgBoss, definitions: readonly JobDefinition[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const definition of definitions) {
    const options = queueOptions(definition);
    const queue = known.get(definition.kind);
    if (!queue) await boss.createQueue(definition.kind, options);
    // Queues created by an earlier version get the current options.
    else if (!isSubset(options, queue)) await boss.updateQueue(definition.kind, options);
  }
}

function isSubset(some: object, all: object): boolean {
  return Object.entries(some).every(([name, value]) => Reflect.get(all, name) === value);
}

/** Jobs expected to take longer than this use the long slots. */
export const shortJobSeconds = 20;
/**
 * A short job running longer than this moves to the long slots once another short one waits, so nobody waits a minute
 * behind it.
 */
export const shortSlotSeconds = 45;

/** Added to the delivery priority of short jobs, so slots can be reserved for them. */
const shortBand = 100;
export const shortSlots = { minPriority: shortBand / 2 } as const;
export const longSlots = { maxPriority: shortBand / 2 - 1 } as const;

export function deliveryPriority(job: { priority: number; isShort: boolean }): number {
  return job.priority + (job.isShort ? shortBand : 0);
}

/** The same in SQL; `job` is the table alias of a `jobs` row. */
export const deliveryPriorityOf = (job: string) =>
  sql<number>`${sql.ref(`${job}.priority`)} + case when ${sql.ref(`${job}.is_short`)} then ${sql.lit(shortBand)} else 0 end`;

export type Waiting = { id: string; kind: string; deliveryId: string; isShort: boolean };
type Turn = { id: string; deliveryId: string };

const nobody = sql.lit('00000000-0000-0000-0000-000000000000');
const person = sql`coalesce(requested_by, owner_id, ${nobody})`;
/** Several candidates, because other workers may be taking some of them at this moment. */
const mostCandidates = 5;

/**
 * The next jobs in turn among those waiting in the same slots as the delivered one: highest priority first, then the
 * person who has waited longest for a turn, then that person's job with the earliest rank. Retries are excluded
 * because they wait for their own delay.
 */
export async function listNextTurns(
  db: Executor,
  { kind, isShort }: Pick<Waiting, 'kind' | 'isShort'>,
): Promise<Turn[]> {
  const firstOf = (after: ReturnType<typeof sql>) => sql`
    select ${person} as person_id, id, delivery_id, priority, rank_at from jobs
    where state = 'queued' and tries = 0 and kind = ${kind} and is_short = ${isShort} and ${after}
    order by ${person}, priority desc, rank_at, id limit 1`;
  const { rows } = await sql<Turn>`
    with recursive first as (
      (${firstOf(sql`true`)})
      union all
      select next.* from first cross join lateral (${firstOf(sql`${person} > first.person_id`)}) next)
    select first.id, first.delivery_id as "deliveryId" from first
      left join job_turns turn on turn.kind = ${kind} and turn.is_short = ${isShort} and turn.person_id = first.person_id
    order by first.priority desc, turn.last_at nulls first, first.rank_at, first.id
    limit ${mostCandidates}`.execute(db);
  return rows;
}

/**
 * Lets the delivery of a waiting job run the one whose turn it is, by swapping their deliveries. The caller holds a
 * lock on the delivered job's row. Returns the id of the job to run.
 */
export async function takeTurn(transaction: Executor, delivered: Waiting): Promise<string> {
  for (const { id, deliveryId } of await listNextTurns(transaction, delivered)) {
    if (id === delivered.id) break;
    if (!(await lockWaiting(transaction, delivered.kind, { id, deliveryId }))) continue;
    await exchange(transaction, delivered, { id, deliveryId });
    return id;
  }
  return delivered.id;
}

export async function noteTurn(transaction: Executor, jobId: string): Promise<void> {
  await sql`
    insert into job_turns (kind, is_short, person_id, last_at)
    select kind, is_short, ${person}, clock_timestamp() from jobs where id = ${jobId}
    on conflict (kind, is_short, person_id) do update set last_at = excluded.last_at`.execute(transaction);
}

/** False when another worker has already taken the delivery. */
async function lockWaiting(transaction: Executor, kind: string, { id, deliveryId }: Turn): Promise<boolean> {
  const { rows: jobs } = await sql`
    select from jobs where id = ${id} and state = 'queued' and delivery_id = ${deliveryId}
    for update skip locked`.execute(transaction);
  if (jobs.length === 0) return false;
  const { rows: deliveries } = await sql`
    select from ${sql.table(`${bossSchema}.job`)} where name = ${kind} and id = ${deliveryId}
      and state in ('created', 'retry') and start_after <= now() for update skip locked`.execute(transaction);
  return deliveries.length > 0;
}

/** Also rewrites the job id inside each delivery, so a delivery still names its job after a crash. */
async function exchange(transaction: Executor, left: Turn & { kind: string }, right: Turn): Promise<void> {
  await sql`
    update jobs set delivery_id = case id when ${left.id} then ${right.deliveryId}::uuid else ${left.deliveryId}::uuid end
    where id in (${left.id}, ${right.id})`.execute(transaction);
  await sql`
    update ${sql.table(`${bossSchema}.job`)} delivery
    set data = jsonb_build_object('jobId', jobs.id), priority = ${deliveryPriorityOf('jobs')}
    from jobs where jobs.id in (${left.id}, ${right.id})
      and delivery.name = ${left.kind} and delivery.id = jobs.delivery_id`.execute(transaction);
}

export async function isShortWaiting(db: Executor, kind: string): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from jobs where kind = ${kind} and is_short and state = 'queued' and tries = 0) as waits`.execute(
    db,
  );
  return rows[0]?.waits === true;
}

/** Moves a job that overran its short slot to the long slots for its next delivery. */
export async function moveToLongSlots(transaction: Executor, jobId: string): Promise<void> {
  await sql`
    with job as (update jobs set is_short = false, cost_seconds = greatest(cost_seconds, ${shortSlotSeconds * 4})
      where id = ${jobId} returning kind, delivery_id, priority, is_short)
    update ${sql.table(`${bossSchema}.job`)} delivery set priority = ${deliveryPriorityOf('job')} from job
    where delivery.name = job.kind and delivery.id = job.delivery_id`.execute(transaction);
}
