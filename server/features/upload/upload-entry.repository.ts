import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { listUploadEntries } from '@lectern/contract/features/upload.ts';
import type { Executor } from '../../platform/db/database.ts';

export type UploadEntry = OutputOf<typeof listUploadEntries>['rows'][number];
export type EntryState = UploadEntry['state'];

export async function insertEntry(transaction: Executor, uploadId: string, entry: UploadEntry): Promise<void> {
  await transaction
    .insertInto('upload_entries')
    .values({
      upload_id: uploadId,
      position: entry.position,
      name: entry.name,
      state: entry.state,
      reason: entry.reason,
      resource_id: entry.resourceId,
    })
    .execute();
}

export async function listEntries(
  db: Executor,
  uploadId: string,
  wanted: { state: EntryState | undefined; after: number; limit: number },
): Promise<UploadEntry[]> {
  let query = db
    .selectFrom('upload_entries')
    .selectAll()
    .where('upload_id', '=', uploadId)
    .where('position', '>', wanted.after);
  if (wanted.state) query = query.where('state', '=', wanted.state);
  const rows = await query.orderBy('position').limit(wanted.limit).execute();
  return rows.map((row) => ({
    position: row.position,
    name: row.name,
    state: row.state as EntryState,
    reason: row.reason,
    resourceId: row.resource_id,
  }));
}

/** Entries that an earlier try of the same work dealt with. */
export async function listEntryPositions(db: Executor, uploadId: string): Promise<Set<number>> {
  const rows = await db.selectFrom('upload_entries').select('position').where('upload_id', '=', uploadId).execute();
  return new Set(rows.map((row) => row.position));
}

export async function countEntries(db: Executor, uploadId: string): Promise<Record<EntryState, number>> {
  const rows = await db
    .selectFrom('upload_entries')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('upload_id', '=', uploadId)
    .groupBy('state')
    .execute();
  const counts: Record<EntryState, number> = { created: 0, updated: 0, skipped: 0, failed: 0 };
  for (const row of rows) counts[row.state as EntryState] = row.count;
  return counts;
}
