import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';

/**
 * Deletes old ended jobs of a kind that produced a file, with their `files` rows. Returns the keys of the stored
 * objects.
 */
export async function deleteOldFileJobs(transaction: Executor, kind: string, days: number): Promise<string[]> {
  const jobs = await transaction
    .deleteFrom('jobs')
    .where('kind', '=', kind)
    .where('state', 'not in', ['queued', 'running'])
    .where('created_at', '<', sql<Date>`now() - ${days} * interval '1 day'`)
    .returning('file_id')
    .execute();
  const fileIds = jobs.flatMap((job) => (job.file_id ? [job.file_id] : []));
  if (fileIds.length === 0) return [];
  const files = await transaction.deleteFrom('files').where('id', 'in', fileIds).returning('store_key').execute();
  return files.map((file) => file.store_key);
}
