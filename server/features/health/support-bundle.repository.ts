import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { selectPresentableJobs } from '../../platform/queue/present-job.ts';

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

/** What was done and when; by whom and to what stays here. */
export async function listActions(executor: Executor, limit: number) {
  return executor
    .selectFrom('activities')
    .select(['at', 'action', 'object_type'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Counted where that is quick, estimated where it is not. */
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
