import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export type VersionFile = {
  id: string;
  resource_id: string;
  kind: string;
  format: string;
  content_type: string;
  file_name: string;
  size_bytes: number;
  store_key: string;
};

export async function findVersionFile(db: Executor, versionId: string): Promise<VersionFile | undefined> {
  return db
    .selectFrom('resource_versions')
    .innerJoin('resources', 'resources.id', 'resource_versions.resource_id')
    .innerJoin('files', 'files.id', 'resource_versions.file_id')
    .select([
      'resource_versions.id',
      'resource_versions.resource_id',
      'resources.kind',
      'resource_versions.format',
      'resource_versions.content_type',
      'resource_versions.file_name',
      'resource_versions.size_bytes',
      'files.store_key',
    ])
    .where('resource_versions.id', '=', versionId)
    .executeTakeFirst();
}

export type UnhashedPicture = { resource_id: string; version_id: string; store_key: string };

/** Current images with a thumbnail but no hash, in order of resource id. */
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
