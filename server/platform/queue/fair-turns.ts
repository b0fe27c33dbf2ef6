import { sql } from 'kysely';
import type { PgBoss, Queue } from 'pg-boss';
import type { Executor } from '../db/database.ts';
import type { JobDefinition } from './job-definition.ts';

/** pg-boss only carries deliveries; it keeps to a schema of its own. */
export const bossSchema = 'pgboss';

const day = 24 * 3600;

/**
 * How pg-boss treats deliveries. Tries are counted in our own table, so its limit only has to be out of the way of
 * jobs that many restarts interrupt. A worker that is killed is missed after ten seconds.
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
  for (const definition of definitions) {
    const options = queueOptions(definition);
    await boss.createQueue(definition.kind, options);
    // One that is there from an earlier version takes today's options.
    await boss.updateQueue(definition.kind, options);
  }
}

/** A job that is expected to take longer has to use the slots for long ones. */
export const shortJobSeconds = 20;
/** One that takes longer than this is moved there once another short one waits: nobody waits a minute behind it. */
export const shortSlotSeconds = 45;

/** Added to the priority of deliveries of short jobs, to reserve slots for them. */
const shortBand = 100;
export const shortSlots = { minPriority: shortBand / 2 } as const;
export const longSlots = { maxPriority: shortBand / 2 - 1 } as const;

export function deliveryPriority(job: { priority: number; isShort: boolean }): number {
  return job.priority + (job.isShort ? shortBand : 0);
}

/** The same in SQL, of a row of `jobs` under that name. */
export const deliveryPriorityOf = (job: string) =>
  sql<number>`${sql.ref(`${job}.priority`)} + case when ${sql.ref(`${job}.is_short`)} then ${sql.lit(shortBand)} else 0 end`;

export type Waiting = { id: string; kind: string; deliveryId: string; isShort: boolean };
type Turn = { id: string; deliveryId: string };

const nobody = sql.lit('00000000-0000-0000-0000-000000000000');
const person = sql`coalesce(requested_by, owner_id, ${nobody})`;
/** Some may be taken by other workers at this very moment. */
const mostCandidates = 5;

/**
 * The job whose turn it is, among those that wait like the delivered one: raised priority first, then the person who
 * waited longest for a turn, then that person's job with the earliest rank. A job that is tried again keeps its own pause.
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
 * Lets the delivery of one waiting job carry out the one whose turn it is: the two exchange their deliveries. The caller
 * holds the delivered job's row. Answers the id of the job to run.
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

/** A delivery taken by another worker is already being carried out. */
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

/** A delivery names its job, also after a crash. */
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

/** A job that took longer than short ones may goes on with the long ones, when it is delivered again. */
export async function moveToLongSlots(transaction: Executor, jobId: string): Promise<void> {
  await sql`
    with job as (update jobs set is_short = false, cost_seconds = greatest(cost_seconds, ${shortSlotSeconds * 4})
      where id = ${jobId} returning kind, delivery_id, priority, is_short)
    update ${sql.table(`${bossSchema}.job`)} delivery set priority = ${deliveryPriorityOf('job')} from job
    where delivery.name = job.kind and delivery.id = job.delivery_id`.execute(transaction);
}
