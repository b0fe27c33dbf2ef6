import type { StepKind } from '@lectern/contract/features/job.ts';
import { causesToMend, type JobCause } from '@lectern/contract/features/job-cause.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { workerAliveMs } from '../../platform/queue/worker-presence.ts';

type QueueRecord = {
  kind: StepKind;
  waiting: number;
  running: number;
  oldest_waiting_at: Date | null;
  done: number;
  failed: number;
};

/** Per kind: open jobs, and jobs ended in the last hour. Both use an index, so the cost doesn't grow with history. */
export async function listQueueRecords(db: Executor, scope: Condition): Promise<QueueRecord[]> {
  const { rows } = await sql<QueueRecord>`
    select kind, coalesce(sum(waiting), 0)::int as waiting, coalesce(sum(running), 0)::int as running,
      min(oldest_waiting_at) as oldest_waiting_at, coalesce(sum(done), 0)::int as done,
      coalesce(sum(failed), 0)::int as failed
    from (
      select kind, count(*) filter (where state <> 'running') as waiting,
        count(*) filter (where state = 'running') as running,
        min(queued_at) filter (where state <> 'running') as oldest_waiting_at, 0 as done, 0 as failed
      from jobs where state in ('pending', 'queued', 'running') and ${scope} group by kind
      union all
      select kind, 0, 0, null, count(*) filter (where state = 'done'), count(*) filter (where state = 'failed')
      from jobs where state in ('done', 'failed') and changed_at > now() - interval '1 hour' and ${scope} group by kind
    ) parts group by kind`.execute(db);
  return rows;
}

type CauseRecord = {
  kind: StepKind;
  cause: JobCause;
  count: number;
  example: string;
  resource_id: string;
  title: string;
  last_at: Date;
};

const attention = sql`jobs.version_id is not null and jobs.current and jobs.state in ('failed', 'skipped')
  and (jobs.state = 'failed' or jobs.cause_code = any(${causesToMend}::text[]))`;

/** Work that needs attention, grouped by cause, most frequent first. */
export async function listCauseRecords(db: Executor, scope: Condition): Promise<CauseRecord[]> {
  const { rows } = await sql<CauseRecord>`
    select grouped.kind, grouped.cause, grouped.count, coalesce(newest.cause, '') as example, newest.resource_id,
      resources.title, newest.changed_at as last_at
    from (
      select jobs.kind, coalesce(jobs.cause_code, 'other') as cause, count(*)::int as count
      from jobs where ${attention} and ${scope} group by 1, 2
    ) grouped
    cross join lateral (
      select jobs.cause, jobs.resource_id, jobs.changed_at from jobs
      where ${attention} and ${scope} and jobs.kind = grouped.kind
        and coalesce(jobs.cause_code, 'other') = grouped.cause
      order by jobs.changed_at desc limit 1
    ) newest
    join resources on resources.id = newest.resource_id
    order by grouped.count desc, grouped.kind, grouped.cause`.execute(db);
  return rows;
}

type HourRecord = { hour: Date; done: number; failed: number };

/** The last 24 hours, one entry per hour. */
export async function listHourRecords(db: Executor, scope: Condition): Promise<HourRecord[]> {
  const { rows } = await sql<HourRecord>`
    select hours.hour, coalesce(ended.done, 0)::int as done, coalesce(ended.failed, 0)::int as failed
    from generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), interval '1 hour')
      hours (hour)
    left join (
      select date_trunc('hour', finished_at) as hour, count(*) filter (where state = 'done') as done,
        count(*) filter (where state = 'failed') as failed
      from jobs where state in ('done', 'failed')
        and changed_at >= date_trunc('hour', now()) - interval '23 hours' and ${scope} group by 1
    ) ended on ended.hour = hours.hour
    order by hours.hour`.execute(db);
  return rows;
}

type WorkerRecord = { name: string; started_at: Date; last_seen_at: Date };

export async function listWorkersAlive(db: Executor): Promise<WorkerRecord[]> {
  const { rows } = await sql<WorkerRecord>`
    select name, started_at, last_seen_at from workers
    where last_seen_at > now() - make_interval(secs => ${workerAliveMs / 1000}) order by name`.execute(db);
  return rows;
}

type PauseRecord = { kind: string; paused_at: Date; paused_by: string | null };

export async function listPauses(db: Executor): Promise<PauseRecord[]> {
  const { rows } = await sql<PauseRecord>`
    select paused_queues.kind, paused_queues.paused_at, users.name as paused_by
    from paused_queues left join users on users.id = paused_queues.paused_by`.execute(db);
  return rows;
}
