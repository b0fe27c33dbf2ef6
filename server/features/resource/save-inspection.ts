import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';
import { releaseFiles } from '../../platform/storage/release-files.ts';
import { insertPictureHash } from './similar/similar-picture.repository.ts';

export type VersionFacts = {
  durationSeconds?: number | null;
  pageCount?: number | null;
  width?: number | null;
  height?: number | null;
  /** What the file says of itself, such as codecs or EXIF. */
  facts: Record<string, unknown>;
  /** A small picture of it; its row in `files` is written in the same transaction. */
  thumbnailFileId?: string;
  /** What a picture looks like, as 16 hexadecimal digits. */
  pictureHash?: string | undefined;
};
export type Inspection = VersionFacts | { failed: string };

/**
 * Writes what was found to the version, and to its resource where that version is still the current one. People's
 * versions and times of change stay: the machine did not change what they said.
 */
export async function saveInspection(
  transaction: Executor,
  versionId: string,
  inspection: Inspection,
): Promise<{ id: string; owner_id: string } | undefined> {
  const found = 'failed' in inspection ? { facts: { failed: inspection.failed } } : inspection;
  const { durationSeconds = null, pageCount = null, width = null, height = null }: Partial<VersionFacts> = found;
  // What the look itself does not tell may have been found when the document was drawn.
  const keepsPages = !('failed' in inspection) && inspection.pageCount === undefined;
  const version = await transaction
    .updateTable('resource_versions')
    .set({
      duration_seconds: durationSeconds,
      ...(!keepsPages && { page_count: pageCount }),
      width,
      height,
      facts: JSON.stringify(found.facts),
    })
    .where('id', '=', versionId)
    .returning(['resource_id', 'page_count'])
    .executeTakeFirst();
  if (!version) return undefined;
  if ('pictureHash' in found && found.pictureHash) await insertPictureHash(transaction, versionId, found.pictureHash);
  if ('thumbnailFileId' in found && found.thumbnailFileId) {
    await saveThumbnail(transaction, versionId, found.thumbnailFileId);
  }
  const { rows } = await sql<{ id: string; owner_id: string }>`
    update resources set duration_seconds = ${durationSeconds}, page_count = ${version.page_count}, width = ${width},
      height = ${height}, thumbnail_id = ${thumbnailOf(versionId)}
    where id = ${version.resource_id} and version_id = ${versionId} and state <> 'purged'
    returning id, owner_id`.execute(transaction);
  return rows[0];
}

function thumbnailOf(versionId: string) {
  return sql`(select id from renditions where version_id = ${versionId} and kind = 'thumbnail')`;
}

export type Drawn = { pageCount: number; thumbnailFileId?: string };

/** What drawing a document found: how many pages it has, and a small picture where there was none yet. */
export async function saveDrawn(
  transaction: Executor,
  versionId: string,
  { pageCount, thumbnailFileId }: Drawn,
): Promise<{ id: string; owner_id: string } | undefined> {
  await sql`update resource_versions set page_count = ${pageCount} where id = ${versionId}`.execute(transaction);
  if (thumbnailFileId) {
    await sql`
      insert into renditions (id, version_id, kind, file_id) values (${newId()}, ${versionId}, 'thumbnail', ${thumbnailFileId})
      on conflict (version_id, kind, page) do nothing`.execute(transaction);
  }
  const { rows } = await sql<{ id: string; owner_id: string }>`
    update resources set page_count = ${pageCount}, thumbnail_id = ${thumbnailOf(versionId)}
    where version_id = ${versionId} and state <> 'purged' returning id, owner_id`.execute(transaction);
  return rows[0];
}

export type Worked = { resourceId: string; versionId: string; isOver: boolean; hasFailed: boolean };

/** Nothing when it is so already, or when another version is current by now. */
export async function updateWorked(
  transaction: Executor,
  { resourceId, versionId, isOver, hasFailed }: Worked,
): Promise<{ id: string; owner_id: string } | undefined> {
  const { rows } = await sql<{ id: string; owner_id: string }>`
    update resources set work_failed = ${hasFailed},
      state = case when ${isOver} and state = 'processing' then 'ready' else state end,
      state_since = case when ${isOver} and state = 'processing' then now() else state_since end,
      state_before = case when ${isOver} and state_before = 'processing' then 'ready' else state_before end
    where id = ${resourceId} and version_id = ${versionId} and state <> 'purged'
      and (work_failed <> ${hasFailed} or (${isOver} and 'processing' in (state, state_before)))
    returning id, owner_id`.execute(transaction);
  return rows[0];
}

/** A second look takes the place of the first one's picture, which nothing would name any more. */
async function saveThumbnail(transaction: Executor, versionId: string, fileId: string): Promise<void> {
  const before = await transaction
    .selectFrom('renditions')
    .select('file_id')
    .where('version_id', '=', versionId)
    .where('kind', '=', 'thumbnail')
    .execute();
  await transaction
    .insertInto('renditions')
    .values({ id: newId(), version_id: versionId, kind: 'thumbnail', file_id: fileId })
    .onConflict((conflict) => conflict.columns(['version_id', 'kind', 'page']).doUpdateSet({ file_id: fileId }))
    .execute();
  await releaseFiles(
    transaction,
    before.map((rendition) => rendition.file_id),
  );
}
