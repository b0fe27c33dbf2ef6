import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { holdFiles, releaseFiles } from '../../platform/storage/release-files.ts';

/**
 * Takes away everything a resource has but its row, which says that it was there. Its objects leave the store after
 * the transaction is committed; files that another resource or version uses as well stay.
 */
export async function purgeResource(transaction: Executor, id: string): Promise<void> {
  const versions = sql`(select id from resource_versions where resource_id = ${id})`;
  const { rows: files } = await sql<{ id: string }>`
    select file_id as id from resource_versions where resource_id = ${id}
    union select file_id from renditions where version_id in ${versions}`.execute(transaction);
  const fileIds = files.map((file) => file.id);
  await holdFiles(transaction, fileIds);
  await sql`delete from renditions where version_id in ${versions}`.execute(transaction);
  await sql`delete from resource_versions where resource_id = ${id}`.execute(transaction);
  await sql`delete from resource_notes where resource_id = ${id}`.execute(transaction);
  await sql`delete from column_items where resource_id = ${id}`.execute(transaction);
  await sql`delete from chapter_resources where resource_id = ${id}`.execute(transaction);
  await sql`delete from passages where resource_id = ${id}`.execute(transaction);
  await releaseFiles(transaction, fileIds);
  await sql`
    update resources set description = '', author = '', source = '', alt_text = '', language = null, subject_id = null,
      year = null, licence = null, licence_until = null, tag_ids = '{}', folder_id = null, version_id = null,
      thumbnail_id = null, duration_seconds = null, page_count = null, width = null, height = null,
      work_failed = false, has_text = false, low_confidence = false, stale = false, publish_at = null, offline_at = null
    where id = ${id}`.execute(transaction);
}
