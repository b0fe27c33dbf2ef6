import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

const batchSize = 5_000;

/** Outdated rows by table, with how long each is kept. */
export const outdatedRows: readonly { what: string; table: string; where: RawBuilder<unknown> }[] = [
  {
    what: 'sessions that ended more than 30 days ago',
    table: 'sessions',
    where: sql`coalesce(ended_at, expires_at) < now() - interval '30 days'`,
  },
  {
    // A refresh token stays as long as its session, because seeing it again is a theft.
    what: 'access tokens that expired more than a day ago',
    table: 'session_tokens',
    where: sql`kind <> 'refresh' and expires_at < now() - interval '1 day'`,
  },
  { what: 'sign-in attempts with the vendor that are over', table: 'wecom_states', where: sql`expires_at < now()` },
  { what: 'attempts at single sign-on that are over', table: 'sign_on_attempts', where: sql`expires_at < now()` },
  { what: 'sign-ins that waited for a second factor', table: 'sign_in_challenges', where: sql`expires_at < now()` },
  { what: 'rate limits whose window is over', table: 'rate_limits', where: sql`window_ends_at < now()` },
  {
    what: 'idempotency keys older than 2 days',
    table: 'idempotency_keys',
    where: sql`started_at < now() - interval '2 days'`,
  },
  { what: 'live events older than a day', table: 'events', where: sql`created_at < now() - interval '1 day'` },
  {
    what: 'edit locks that lapsed more than an hour ago',
    table: 'edit_locks',
    where: sql`expires_at < now() - interval '1 hour'`,
  },
  {
    // The lines of an import are needed for Undo.
    what: 'imported files older than 30 days',
    table: 'imports',
    where: sql`created_at < now() - interval '30 days'`,
  },
  {
    what: 'uploads that were settled more than 30 days ago',
    table: 'uploads',
    where: sql`state in ('done', 'refused', 'cancelled') and updated_at < now() - interval '30 days'`,
  },
  {
    what: 'archives that were asked for more than a day ago',
    table: 'downloads',
    where: sql`created_at < now() - interval '1 day'`,
  },
  {
    what: 'workers not seen for a day',
    table: 'workers',
    where: sql`last_seen_at < now() - interval '1 day'`,
  },
  {
    // One a minute, and what it did is in the activities.
    what: 'records of the schedule’s runs older than 2 days',
    table: 'jobs',
    where: sql`kind = 'resourceSchedule' and finished_at < now() - interval '2 days'`,
  },
  {
    what: 'records of maintenance and of operations’ runs older than 90 days',
    table: 'jobs',
    where: sql`kind in ('maintenance', 'operation', 'inspect', 'unpack', 'editImage', 'rescan') and version_id is null
      and finished_at < now() - interval '90 days'`,
  },
  {
    // Their items go with them; what was changed is in the activities.
    what: 'operations that ended more than a year ago',
    table: 'operations',
    where: sql`finished_at < now() - interval '1 year'`,
  },
];

/** In batches, to keep locks short. */
export async function deleteOutdatedBatch(
  executor: Executor,
  { table, where }: { table: string; where: RawBuilder<unknown> },
): Promise<{ deleted: number; more: boolean }> {
  const name = sql.table(table);
  const result = await sql`delete from ${name} where ctid in (
    select ctid from ${name} where ${where} limit ${batchSize})`.execute(executor);
  const deleted = Number(result.numAffectedRows ?? 0);
  return { deleted, more: deleted === batchSize };
}

/** Takes the rows of old support bundles away and answers the files that they named. */
export async function deleteOldBundles(transaction: Executor): Promise<string[]> {
  const jobs = await transaction
    .deleteFrom('jobs')
    .where('kind', '=', 'supportBundle')
    .where('state', 'not in', ['queued', 'running'])
    .where('created_at', '<', sql<Date>`now() - interval '30 days'`)
    .returning('file_id')
    .execute();
  const fileIds = jobs.flatMap((job) => (job.file_id ? [job.file_id] : []));
  if (fileIds.length === 0) return [];
  const files = await transaction.deleteFrom('files').where('id', 'in', fileIds).returning('store_key').execute();
  return files.map((file) => file.store_key);
}
