import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { deleteUnusedFiles } from '../../platform/storage/release-files.ts';

/** Of a row of `files`. Covers share the files of resources, so a file may have several users. */
const isUsed = sql`exists (select from resource_versions where file_id = files.id)
  or exists (select from renditions where file_id = files.id)
  or exists (select from columns where cover_file_id = files.id)
  or exists (select from courses where cover_file_id = files.id)
  or exists (select from home_covers where file_id = files.id)`;

/** Deletes files that neither a resource nor a cover uses any more. */
export function releaseFiles(transaction: Executor, fileIds: readonly string[]): Promise<void> {
  return deleteUnusedFiles(transaction, fileIds, isUsed);
}
