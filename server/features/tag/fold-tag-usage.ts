import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { foldSums } from '../../platform/list/fold-sums.ts';

/** Sums usage into one row per tag, and facets into one row per tag, kind, state and failed work. */
export async function foldTagUsage(db: Db, signal?: AbortSignal): Promise<number> {
  const facets = [sql`kind`, sql`state`, sql`work_failed`];
  const uses = await foldSums(db, { table: sql`tag_usage`, key: sql`tag_id`, sums: [sql`resources`] }, signal);
  return uses + (await foldSums(db, { table: sql`tag_facets`, key: sql`tag_id`, facets, sums: [sql`uses`] }, signal));
}
