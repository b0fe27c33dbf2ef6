import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { foldSums } from '../../platform/list/fold-sums.ts';

/** Leaves one row of storage use for each library. */
export function foldLibraryUsage(db: Db, signal?: AbortSignal): Promise<number> {
  return foldSums(db, { table: sql`library_usage`, key: sql`library_id`, sums: [sql`resources`, sql`bytes`] }, signal);
}
