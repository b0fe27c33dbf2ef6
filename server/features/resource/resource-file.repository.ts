import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { deleteUnusedFiles } from '../../platform/storage/release-files.ts';
import { hasMasks } from '../review/public.ts';

/** Image types that every browser can show. */
export const shownTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
/** Maximum size of a file served as a cover, in bytes (8 MB). */
const largestCover = 8 * 1024 * 1024;

/** The file of an image resource if browsers can show it, or else its thumbnail; none if it has masks. */
export async function findCoverFile(
  db: Executor,
  resourceId: string,
  readable: Condition,
): Promise<{ kind: string; fileId: string | null } | undefined> {
  const { rows } = await sql<{ kind: string; file_id: string | null }>`
    select resources.kind, (
      select files.id from files
        left join resource_versions on resource_versions.file_id = files.id and resource_versions.id = resources.version_id
        left join renditions on renditions.file_id = files.id and renditions.id = resources.thumbnail_id
      where (resource_versions.id is not null or renditions.id is not null)
        and files.content_type in (${sql.join(shownTypes)}) and files.size_bytes <= ${largestCover} and not ${hasMasks}
      order by resource_versions.id is not null desc limit 1) as file_id
    from resources
    where resources.id = ${resourceId} and resources.state not in ('trashed', 'purged') and ${readable}`.execute(db);
  const row = rows[0];
  return row && { kind: row.kind, fileId: row.file_id };
}

/** Condition on a row of `files`. Everyone sees covers, so a masked one is not shown. */
export const isMasked = sql<boolean>`exists (select from resource_versions version
    join sensitive_masks mask on mask.resource_id = version.resource_id
    left join renditions on renditions.version_id = version.id and renditions.file_id = files.id
  where version.file_id = files.id or renditions.id is not null)`;

/** Condition on a row of `files`. Covers share files with resources, so a file may have several users. */
const isUsed = sql`exists (select from resource_versions where file_id = files.id)
  or exists (select from renditions where file_id = files.id)
  or exists (select from columns where cover_file_id = files.id)
  or exists (select from courses where cover_file_id = files.id)
  or exists (select from home_covers where file_id = files.id)`;

/** Deletes those files that no resource or cover uses any more. */
export function releaseFiles(transaction: Executor, fileIds: readonly string[]): Promise<void> {
  return deleteUnusedFiles(transaction, fileIds, isUsed);
}
