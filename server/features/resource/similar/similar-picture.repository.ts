import type { ResourceState } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { live } from '../list/resource-tabs.ts';
import { readable } from '../resource-scope.ts';
import { mostDifferentBits, nearBands } from './near-bands.ts';

export type SimilarRecord = {
  id: string;
  title: string;
  thumbnail_id: string | null;
  state: ResourceState;
  owner_id: string;
  owner_name: string;
  distance: number;
};
type Picture = { id: string; sha256: Buffer };

/** As 16 hexadecimal digits, since JavaScript's numbers end before 64 bits; undefined where it tells nothing. */
export async function findPictureHash(db: Executor, versionId: string): Promise<string | undefined> {
  const { rows } = await sql<{ hash: string }>`
    select lpad(to_hex(hash), 16, '0') as hash from picture_hashes
    where version_id = ${versionId} and hash <> 0`.execute(db);
  return rows[0]?.hash;
}

export async function insertPictureHash(db: Executor, versionId: string, hash: string): Promise<void> {
  await sql`
    insert into picture_hashes (version_id, hash) values (${versionId}, ('x' || ${hash}::text)::bit(64)::bigint)
    on conflict (version_id) do update set hash = excluded.hash`.execute(db);
}

const shown = sql`resources.id, resources.title, resources.thumbnail_id, resources.state, resources.owner_id,
  (select name from users where users.id = resources.owner_id) as owner_name`;

/** Other pictures with the very same file. */
export async function listSamePictures(
  db: Executor,
  principal: Principal,
  { id, sha256 }: Picture,
  limit: number,
): Promise<SimilarRecord[]> {
  const { rows } = await sql<SimilarRecord>`
    select ${shown}, 0 as distance from resources
    where resources.sha256 = ${sha256} and resources.kind = 'image' and resources.id <> ${id} and ${live}
      and ${readable(principal)}
    order by resources.id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Other pictures whose hash is near this one, nearest first. What two pictures have in common must be more than what
 * sets them apart: of mostly plain ones, few bits are set, and all of those could be others.
 */
export async function listNearPictures(
  db: Executor,
  principal: Principal,
  { id, sha256, hash }: Picture & { hash: string },
  limit: number,
): Promise<SimilarRecord[]> {
  const wanted = sql`('x' || ${hash}::text)::bit(64)`;
  const { rows } = await sql<SimilarRecord>`
    select ${shown}, near.distance::integer
    from (
      select version_id, bit_count(hash::bit(64) # ${wanted}) as distance, bit_count(hash::bit(64) & ${wanted}) as common
      from picture_hashes where bands && ${nearBands(hash)}::integer[]
    ) near
      join resource_versions on resource_versions.id = near.version_id
      join resources on resources.id = resource_versions.resource_id and resources.version_id = near.version_id
    where near.distance <= ${mostDifferentBits} and near.common > near.distance
      and resources.kind = 'image' and resources.id <> ${id} and resources.sha256 <> ${sha256} and ${live}
      and ${readable(principal)}
    order by near.distance, resources.id desc limit ${limit}`.execute(db);
  return rows;
}
