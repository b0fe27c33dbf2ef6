import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';

/** Two that share a file wait for each other here, so that the last one takes it along. */
export async function holdFiles(transaction: Executor, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  await sql`select id from files where id = any (${fileIds}::uuid[]) order by id for update`.execute(transaction);
}

/**
 * Takes the rows of files away that nothing uses any more. Their objects leave the store after the transaction is
 * committed.
 */
export async function releaseFiles(transaction: Executor, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  await holdFiles(transaction, fileIds);
  await sql`
    with gone as (
      delete from files where id = any (${fileIds}::uuid[])
        and not exists (select from resource_versions where file_id = files.id)
        and not exists (select from renditions where file_id = files.id)
        and not exists (select from columns where cover_file_id = files.id)
        and not exists (select from courses where cover_file_id = files.id)
        and not exists (select from home_covers where file_id = files.id)
      returning store_key
    )
    insert into removed_files (store_key) select store_key from gone`.execute(transaction);
}
