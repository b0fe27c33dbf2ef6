import type { QueueReport } from '@lectern/contract/features/health.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { selectPresentableJobs } from '../../platform/queue/present-job.ts';

export type QueueVitals = QueueReport;

/** A damaged file or one without text isn't the installation's fault. */
const machinesFault = sql`coalesce(cause_code, 'other') in ('other', 'workerLost', 'storageFull')`;

export async function getQueueVitals(executor: Executor, workerAliveMs: number): Promise<QueueVitals> {
  const [counts, workers] = await Promise.all([
    sql<{ waiting: number; running: number; failed: number; oldest: Date | null }>`
      select count(*) filter (where state = 'queued') as waiting,
        count(*) filter (where state = 'running') as running,
        min(queued_at) filter (where state = 'queued' and kind not in (select kind from paused_queues)) as oldest,
        (select count(*) from jobs where state = 'failed' and finished_at > now() - interval '1 day'
          and (version_id is null or ${machinesFault})) as failed
      from jobs where state in ('queued', 'running')`.execute(executor),
    executor
      .selectFrom('workers')
      .select(['name', 'started_at', 'last_seen_at'])
      .where('last_seen_at', '>', sql<Date>`now() - ${workerAliveMs} * interval '1 millisecond'`)
      .orderBy('started_at')
      .execute(),
  ]);
  const row = counts.rows[0];
  return {
    waiting: row?.waiting ?? 0,
    running: row?.running ?? 0,
    failedLastDay: row?.failed ?? 0,
    oldestWaitingAt: row?.oldest?.toISOString() ?? null,
    workers: workers.map((worker) => ({
      name: worker.name,
      startedAt: worker.started_at.toISOString(),
      lastSeenAt: worker.last_seen_at.toISOString(),
    })),
  };
}

export type DatabaseFacts = {
  postgres: string;
  schema: string;
  sizeBytes: number;
  connections: number;
  usedByFilesBytes: number;
};

export async function getDatabaseFacts(executor: Executor): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version') as postgres,
      (select name from schema_migrations order by name desc limit 1) as schema,
      pg_database_size(current_database()) as "sizeBytes",
      (select count(*) from pg_stat_activity where datname = current_database()) as connections,
      (select coalesce(sum(size_bytes), 0)::bigint from files) as "usedByFilesBytes"`.execute(executor);
  const facts = rows[0];
  if (!facts) throw new Error('The database told nothing about itself');
  return facts;
}

const kind = 'supportBundle';

function selectBundles(executor: Executor) {
  return selectPresentableJobs(executor)
    .leftJoin('users as requester', 'requester.id', 'jobs.requested_by')
    .leftJoin('files', 'files.id', 'jobs.file_id')
    .select([
      'requester.name as requester_name',
      'files.name',
      'files.size_bytes',
      'files.sha256',
      'files.store_key',
      'files.content_type',
    ])
    .where('jobs.kind', '=', kind);
}

export async function listBundles(executor: Executor, limit: number) {
  return selectBundles(executor).orderBy('jobs.created_at', 'desc').limit(limit).execute();
}

export async function findBundle(executor: Executor, id: string) {
  return selectBundles(executor).where('jobs.id', '=', id).executeTakeFirst();
}

export type BundleRow = Awaited<ReturnType<typeof listBundles>>[number];

export async function listFailedJobs(executor: Executor, limit: number) {
  return executor
    .selectFrom('jobs')
    .select(['id', 'kind', 'cause', 'tries', 'created_at', 'finished_at'])
    .where('state', '=', 'failed')
    .orderBy('finished_at', 'desc')
    .limit(limit)
    .execute();
}

/** Actions and times only; who did what to which object stays out of the bundle. */
export async function listActions(executor: Executor, limit: number) {
  return executor
    .selectFrom('activities')
    .select(['at', 'action', 'object_type'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Exact for small tables, estimated for large ones. */
export async function listRowCounts(executor: Executor): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string; estimate: number }>`
    select relname as name, reltuples::bigint as estimate from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`.execute(executor);
  const counts: Record<string, number> = {};
  for (const { name, estimate } of tables) {
    if (estimate > 1_000_000) {
      counts[name] = estimate;
      continue;
    }
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(executor);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}
