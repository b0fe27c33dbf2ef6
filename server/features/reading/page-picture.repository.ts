import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { hasMasks, showsMasks } from '../review/public.ts';

type StoredPicture = { storeKey: string; format: string; frame: number };

/** The picture of a page: of documents as it was drawn, of images the file itself, which may have many frames. */
export async function findPagePicture(
  db: Executor,
  versionId: string,
  page: number,
): Promise<StoredPicture | undefined> {
  const { rows } = await sql<StoredPicture>`
    select files.store_key as "storeKey", 'webp' as format, 0 as frame
    from renditions join resource_versions version on version.id = renditions.version_id
      join resources on resources.id = version.resource_id
      left join masked_files masked on masked.rendition_id = renditions.id
      join files on files.id = coalesce(masked.file_id, renditions.file_id)
    where renditions.version_id = ${versionId} and renditions.kind = 'page' and renditions.page = ${page}
      and (masked.file_id is not null or not (${showsMasks}))
    union all
    select files.store_key, case when files.content_type = 'image/jpeg' then 'jpeg' else version.format end,
      case when version.format = 'tiff' and masked.file_id is null then ${page}::int - 1 else 0 end
    from resource_versions version
      join resources on resources.id = version.resource_id and resources.kind = 'image'
      left join masked_files masked on masked.version_id = version.id and masked.rendition_id is null
      join files on files.id = coalesce(masked.file_id, version.file_id)
    where version.id = ${versionId} and (${page} = 1 or version.format = 'tiff')
      and case when masked.file_id is null then not ${hasMasks} else ${page} = 1 end
    limit 1`.execute(db);
  return rows[0];
}
