import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { deleteUnusedFiles } from '../../../platform/storage/release-files.ts';

/** The version is still being read, so text that is missing now may be found again. */
const isBeingRead = sql`exists (select from jobs join resources on resources.version_id = jobs.version_id
  where resources.id = mask.resource_id and jobs.kind in ('inspect', 'convert', 'ocr', 'asr')
    and jobs.state in ('pending', 'queued', 'running'))`;

/** Someone edited the recognised text; the file itself still shows or says the old words. */
const isOnlyRewritten = sql`(mask.source in ('document', 'ocr', 'speech')
  and exists (select from sensitive_decisions decision where decision.id = match.decision_id and decision.decision = 'mask'
    and decision.undone_at is null)
  and exists (select from readings join resources on resources.version_id = readings.version_id
    where readings.resource_id = mask.resource_id and readings.source = mask.source and readings.current
      and readings.origin <> 'machine' and readings.version_id = match.version_id))`;

/**
 * Syncs masks with matches and returns whether any changed. When masked text disappears, its masks stay until the
 * version has been read again, and as long as the unchanged file may still show it.
 */
export async function syncMasks(transaction: Executor, resourceId: string): Promise<boolean> {
  const removed = await sql`
    delete from sensitive_masks mask using sensitive_hits match
    where mask.resource_id = ${resourceId} and match.id = mask.hit_id and match.state <> 'masked'
      and not (match.state = 'gone' and (${isBeingRead} or ${isOnlyRewritten}))
    returning 1`.execute(transaction);
  const added = await sql`
    insert into sensitive_masks as mask (hit_id, resource_id, source, position, page, box, start_ms, end_ms, start_offset,
      end_offset)
    select id, resource_id, source, position, page, box, start_ms, end_ms, start_offset, end_offset
    from sensitive_hits where resource_id = ${resourceId} and state = 'masked'
    on conflict (hit_id) do update set position = excluded.position, page = excluded.page, box = excluded.box,
      start_ms = excluded.start_ms, end_ms = excluded.end_ms, start_offset = excluded.start_offset,
      end_offset = excluded.end_offset
    where (mask.position, mask.page, mask.box, mask.start_ms, mask.end_ms, mask.start_offset, mask.end_offset)
      is distinct from (excluded.position, excluded.page, excluded.box, excluded.start_ms, excluded.end_ms,
        excluded.start_offset, excluded.end_offset)
    returning 1`.execute(transaction);
  return removed.rows.length + added.rows.length > 0;
}

export async function hasMasks(db: Executor, resourceId: string): Promise<boolean> {
  const { rows } = await sql`select from sensitive_masks where resource_id = ${resourceId} limit 1`.execute(db);
  return rows.length > 0;
}

/** A queued job reads the state at its start, so a second one isn't needed. */
export async function hasMaskJobWaiting(db: Executor, resourceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from jobs where kind = 'mask' and state = 'queued' and input ->> 'resourceId' = ${resourceId}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Deletes redacted copies and their files. */
export function deleteMaskedFiles(transaction: Executor, resourceId: string): Promise<void> {
  return deleteMasked(
    transaction,
    sql`version_id in (select id from resource_versions where resource_id = ${resourceId})`,
  );
}

/** Deletes redacted copies of renditions that are about to be replaced. */
export function deleteMaskedRenditions(
  transaction: Executor,
  versionId: string,
  kinds: readonly string[],
): Promise<void> {
  return deleteMasked(
    transaction,
    sql`rendition_id in (select id from renditions where version_id = ${versionId} and kind = any (${kinds}::text[]))`,
  );
}

async function deleteMasked(transaction: Executor, which: Condition): Promise<void> {
  const { rows } = await sql<{ file_id: string }>`delete from masked_files where ${which} returning file_id`.execute(
    transaction,
  );
  const fileIds = rows.map((row) => row.file_id);
  await deleteUnusedFiles(transaction, fileIds, sql`false`);
}

/** The caller holds the lock on the resource. */
export async function lockMasks(transaction: Executor, resourceId: string): Promise<void> {
  await sql`select from resources where id = ${resourceId} for no key update`.execute(transaction);
}

export async function insertMaskedFile(
  transaction: Executor,
  { versionId, renditionId, fileId }: { versionId: string; renditionId: string | null; fileId: string },
): Promise<void> {
  await transaction
    .insertInto('masked_files')
    .values({ version_id: versionId, rendition_id: renditionId, file_id: fileId })
    .execute();
}

export async function findMaskedResource(db: Executor, jobId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`
    select input ->> 'resourceId' as id from jobs where id = ${jobId}`.execute(db);
  return rows[0]?.id ?? undefined;
}

/** Leaves the review's version alone, so the mask decision can still be undone. */
export async function noteMaskFailed(transaction: Executor, resourceId: string, why: string): Promise<void> {
  await sql`
    update sensitive_reviews set mask_failed_at = now(), mask_failed_why = ${why}
    where resource_id = ${resourceId}`.execute(transaction);
}

/** Returns whether there was a failure. */
export async function forgetMaskFailed(transaction: Executor, resourceId: string): Promise<boolean> {
  const { rows } = await sql`
    update sensitive_reviews set mask_failed_at = null, mask_failed_why = null
    where resource_id = ${resourceId} and mask_failed_at is not null returning 1`.execute(transaction);
  return rows.length > 0;
}

/** People whose mask decisions still apply, with the operation of the latest one. */
export async function listMaskers(
  db: Executor,
  resourceId: string,
): Promise<{ userIds: string[]; operationId: string | null }> {
  const { rows } = await sql<{ id: string; operation_id: string | null }>`
    select users.id, (array_agg(decision.operation_id order by decision.at desc))[1] as operation_id
    from sensitive_decisions decision join users on users.id = decision.by
    where decision.resource_id = ${resourceId} and decision.decision = 'mask' and decision.undone_at is null
      and users.access = 0
    group by users.id order by max(decision.at) desc`.execute(db);
  return { userIds: rows.map(({ id }) => id), operationId: rows[0]?.operation_id ?? null };
}

export type StoredSource = { storeKey: string; name: string; contentType: string; sizeBytes: number };
export type MaskedVersion = StoredSource & {
  versionId: string;
  kind: ResourceKind;
  format: string;
  durationSeconds: number | null;
  renditions: (StoredSource & { id: string; kind: string; page: number })[];
};

export async function findMaskedVersion(db: Executor, resourceId: string): Promise<MaskedVersion | undefined> {
  const { rows } = await sql<MaskedVersion>`
    select version.id as "versionId", resources.kind, version.format, version.duration_seconds as "durationSeconds",
      files.store_key as "storeKey", version.file_name as name, version.content_type as "contentType",
      files.size_bytes as "sizeBytes"
    from resources join resource_versions version on version.id = resources.version_id
      join files on files.id = version.file_id
    where resources.id = ${resourceId} and resources.state <> 'purged'`.execute(db);
  const [version] = rows;
  if (!version) return undefined;
  const renditions = await sql<MaskedVersion['renditions'][number]>`
    select renditions.id, renditions.kind, renditions.page, files.store_key as "storeKey", files.name,
      files.content_type as "contentType", files.size_bytes as "sizeBytes"
    from renditions join files on files.id = renditions.file_id
    where version_id = ${version.versionId} order by renditions.page, renditions.kind`.execute(db);
  return { ...version, renditions: renditions.rows };
}
