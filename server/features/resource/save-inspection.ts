import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';
import { releaseFiles } from './release-files.ts';
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
  const version = await transaction
    .updateTable('resource_versions')
    .set({
      duration_seconds: durationSeconds,
      page_count: pageCount,
      width,
      height,
      facts: JSON.stringify(found.facts),
    })
    .where('id', '=', versionId)
    .returning('resource_id')
    .executeTakeFirst();
  if (!version) return undefined;
  if ('pictureHash' in found && found.pictureHash) await insertPictureHash(transaction, versionId, found.pictureHash);
  const thumbnailId =
    'thumbnailFileId' in found && found.thumbnailFileId
      ? await saveThumbnail(transaction, versionId, found.thumbnailFileId)
      : null;
  const { rows } = await sql<{ id: string; owner_id: string }>`
    update resources set duration_seconds = ${durationSeconds}, page_count = ${pageCount}, width = ${width},
      height = ${height}, thumbnail_id = ${thumbnailId}, work_failed = ${'failed' in inspection},
      state = case when state = 'processing' then 'ready' else state end,
      state_since = case when state = 'processing' then now() else state_since end,
      state_before = case when state_before = 'processing' then 'ready' else state_before end
    where id = ${version.resource_id} and version_id = ${versionId} and state <> 'purged'
    returning id, owner_id`.execute(transaction);
  return rows[0];
}

/** A second look takes the place of the first one's picture, which nothing would name any more. */
async function saveThumbnail(transaction: Executor, versionId: string, fileId: string): Promise<string> {
  const earlier = await transaction
    .selectFrom('renditions')
    .select('file_id')
    .where('version_id', '=', versionId)
    .where('kind', '=', 'thumbnail')
    .execute();
  const { id } = await transaction
    .insertInto('renditions')
    .values({ id: newId(), version_id: versionId, kind: 'thumbnail', file_id: fileId })
    .onConflict((conflict) => conflict.columns(['version_id', 'kind', 'page']).doUpdateSet({ file_id: fileId }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await releaseFiles(
    transaction,
    earlier.map((rendition) => rendition.file_id),
  );
  return id;
}
