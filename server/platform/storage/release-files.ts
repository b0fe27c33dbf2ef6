import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../db/database.ts';

/** Locks the file rows, so of several concurrent releases the last one deletes the file. */
export async function holdFiles(transaction: Executor, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  await sql`select id from files where id = any (${fileIds}::uuid[]) order by id for update`.execute(transaction);
}

/**
 * Deletes rows of files that are no longer used and queues their objects for removal. `isUsed` is a condition on a
 * `files` row.
 */
export async function deleteUnusedFiles(
  transaction: Executor,
  fileIds: readonly string[],
  isUsed: RawBuilder<unknown>,
): Promise<void> {
  if (fileIds.length === 0) return;
  await holdFiles(transaction, fileIds);
  await sql`
    with gone as (
      delete from files where id = any (${fileIds}::uuid[]) and not (${isUsed}) returning store_key
    )
    insert into removed_files (store_key) select store_key from gone`.execute(transaction);
}
