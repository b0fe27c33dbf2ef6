import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export type StoredPicture = { storeKey: string; format: string; frame: number };

/** The picture of a page: of documents as it was drawn, of images the file itself, which may have many frames. */
export async function findPagePicture(
  db: Executor,
  versionId: string,
  page: number,
): Promise<StoredPicture | undefined> {
  const { rows } = await sql<StoredPicture>`
    select files.store_key as "storeKey", 'webp' as format, 0 as frame
    from renditions join files on files.id = renditions.file_id
    where renditions.version_id = ${versionId} and renditions.kind = 'page' and renditions.page = ${page}
    union all
    select files.store_key, version.format, case when version.format = 'tiff' then ${page}::int - 1 else 0 end
    from resource_versions version
      join resources on resources.id = version.resource_id and resources.kind = 'image'
      join files on files.id = version.file_id
    where version.id = ${versionId} and (${page} = 1 or version.format = 'tiff')
    limit 1`.execute(db);
  return rows[0];
}
