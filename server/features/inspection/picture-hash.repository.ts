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

/** Versions that went away meanwhile are left out, and what an inspection wrote meanwhile stays. */
export async function insertPictureHashes(
  db: Executor,
  found: readonly { versionId: string; hash: string }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into picture_hashes (version_id, hash)
    select found.version_id, ('x' || found.hash)::bit(64)::bigint
    from unnest(${found.map((one) => one.versionId)}::uuid[], ${found.map((one) => one.hash)}::text[])
        found (version_id, hash)
      join resource_versions on resource_versions.id = found.version_id
    on conflict (version_id) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}
