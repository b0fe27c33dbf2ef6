import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

/**
 * Deletes the rows of files that nothing uses any more; those that another version, picture or column uses stay. Their
 * objects leave the store after the transaction is committed: each is noted for that.
 */
export async function releaseFiles(transaction: Executor, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  await sql`
    with gone as (
      delete from files where id = any (${fileIds}::uuid[])
        and not exists (select from resource_versions where file_id = files.id)
        and not exists (select from renditions where file_id = files.id)
        and not exists (select from columns where cover_file_id = files.id)
      returning store_key
    )
    insert into removed_files (store_key) select store_key from gone`.execute(transaction);
}
