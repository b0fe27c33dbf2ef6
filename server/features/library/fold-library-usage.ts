import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { foldSums } from '../../platform/list/fold-sums.ts';

/** Merges the storage usage rows of each library into one. */
export function foldLibraryUsage(db: Db, signal?: AbortSignal): Promise<number> {
  return foldSums(db, { table: sql`library_usage`, key: sql`library_id`, sums: [sql`resources`, sql`bytes`] }, signal);
}
