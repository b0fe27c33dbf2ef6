import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export type UnhashedPicture = { resource_id: string; version_id: string; store_key: string };

/** Current pictures that have a thumbnail but no hash, by the ids of their resources. */
export async function listUnhashedPictures(
  db: Executor,
  { after, limit }: { after: string; limit: number },
): Promise<UnhashedPicture[]> {
  const { rows } = await sql<UnhashedPicture>`
    select resources.id as resource_id, resources.version_id, files.store_key
    from resources
      join renditions on renditions.id = resources.thumbnail_id
      join files on files.id = renditions.file_id
    where resources.kind = 'image' and resources.state <> 'purged' and resources.id > ${after}
      and not exists (select from picture_hashes where picture_hashes.version_id = resources.version_id)
    order by resources.id limit ${limit}`.execute(db);
  return rows;
}
