import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { ResourceFields } from '@lectern/contract/features/resource.ts';
import type { listUploadEntries, SharedUploadFields, UploadRow } from '@lectern/contract/features/upload.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Uploads } from '../../platform/db/schema.ts';
import { deleteOutdated, type MaintenanceStep } from '../../platform/maintenance-step.ts';

export type Upload = Omit<Selectable<Uploads>, 'metadata'> & {
  /** Entered for the batch; `language` only if someone chose it. */
  metadata: SharedUploadFields & Partial<Pick<ResourceFields, 'language'>>;
  /** Chosen for the batch, or the library's default. */
  resource_language: string | null;
  resource_kind: string | null;
  resource_title: string | null;
  entries: NonNullable<UploadRow['entries']> | null;
};

/** States in which an upload takes up space or will. */
const openStates = ['receiving', 'checking', 'duplicate', 'unpacking'] as const;

const presentable = sql`uploads.*, case when uploads.metadata ? 'language' then uploads.metadata ->> 'language'
    else (select default_language from libraries where libraries.id = uploads.library_id) end as resource_language,
  resources.kind as resource_kind, resources.title as resource_title,
  case when uploads.unpack_job_id is not null then (
    select json_build_object(
      'created', count(*) filter (where entry.state = 'created'), 'updated', count(*) filter (where entry.state = 'updated'),
      'skipped', count(*) filter (where entry.state = 'skipped'), 'failed', count(*) filter (where entry.state = 'failed'))
    from upload_entries entry where entry.upload_id = uploads.id) end as entries`;
const joined = sql`uploads left join resources on resources.id = uploads.resource_id`;

export async function findUpload(db: Executor, id: string): Promise<Upload | undefined> {
  const { rows } = await sql<Upload>`select ${presentable} from ${joined} where uploads.id = ${id}`.execute(db);
  return rows[0];
}

/** Locks the upload until the transaction ends. */
export async function lockUpload(transaction: Executor, id: string): Promise<Upload | undefined> {
  await sql`select from uploads where id = ${id} for update`.execute(transaction);
  return findUpload(transaction, id);
}

export async function listUploadsByIds(db: Executor, ids: readonly string[]): Promise<Upload[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Upload>`
    select ${presentable} from ${joined} where uploads.id in (${sql.join(ids)})`.execute(db);
  return rows;
}

/** Newest first: one batch, or all open uploads and those changed within a day. */
export async function listUploadsOf(
  db: Executor,
  wanted: { ownerId: string; batchId: string | undefined; after: string | undefined; limit: number },
): Promise<Upload[]> {
  const { ownerId, batchId, after, limit } = wanted;
  const { rows } = await sql<Upload>`
    select ${presentable} from ${joined}
    where uploads.owner_id = ${ownerId}
      and ${
        batchId
          ? sql`uploads.batch_id = ${batchId}`
          : sql`(uploads.state in (${sql.join([...openStates])})
        or uploads.updated_at > now() - interval '1 day')`
      }
      and ${after ? sql`(uploads.created_at, uploads.id) < (select created_at, id from uploads where id = ${after})` : sql`true`}
    order by uploads.created_at desc, uploads.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function insertUpload(db: Executor, row: Insertable<Uploads>): Promise<void> {
  await db.insertInto('uploads').values(row).execute();
}

export async function updateUpload(
  db: Executor,
  id: string,
  change: Partial<Insertable<Uploads>>,
  from?: readonly Upload['state'][],
): Promise<boolean> {
  let query = db
    .updateTable('uploads')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id);
  if (from) query = query.where('state', 'in', [...from]);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Only before the resource exists; afterwards its editors change its language. */
export async function updateLanguage(db: Executor, id: string, language: string | null): Promise<void> {
  await sql`
    update uploads set metadata = metadata || ${JSON.stringify({ language })}::jsonb, updated_at = now()
    where id = ${id} and state in ('receiving', 'checking', 'duplicate')`.execute(db);
}

/** Bytes announced by other open uploads in one library. */
export async function sumOpenBytes(db: Executor, libraryId: string, except: readonly string[]): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size_bytes), 0)::bigint as bytes from uploads
    where library_id = ${libraryId} and state in (${sql.join([...openStates])})
      and not (id = any (${sql.val([...except])}::uuid[]))`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Bytes that other uploads still have to send. */
export async function sumMissingBytes(db: Executor, except: readonly string[]): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size_bytes - offset_bytes), 0)::bigint as bytes from uploads
    where state = 'receiving' and not (id = any (${sql.val([...except])}::uuid[]))`.execute(db);
  return rows[0]?.bytes ?? 0;
}

export async function deleteUpload(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute();
}

export async function findIdByJob(db: Executor, jobId: string): Promise<string | undefined> {
  const row = await db.selectFrom('uploads').select('id').where('unpack_job_id', '=', jobId).executeTakeFirst();
  return row?.id;
}

export async function findSubjectNamed(db: Executor, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from subjects where lower(name) = lower(${name}) order by id limit 1`.execute(db);
  return rows[0]?.id;
}

export type UploadEntry = OutputOf<typeof listUploadEntries>['rows'][number];
export type EntryState = UploadEntry['state'];

export async function moveUploadsToFolder(
  transaction: Executor,
  { from, to }: { from: string; to: string | null },
): Promise<void> {
  await transaction.updateTable('uploads').set({ folder_id: to }).where('folder_id', '=', from).execute();
}

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

/** Entries already handled by an earlier run of the job. */
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

export const uploadMaintenance: readonly MaintenanceStep[] = [
  deleteOutdated({
    what: 'uploads finished more than 30 days ago',
    table: sql`uploads`,
    where: sql`state in ('done', 'refused', 'cancelled') and updated_at < now() - interval '30 days'`,
  }),
];
