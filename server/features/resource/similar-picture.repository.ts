import type { ResourceState } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { live } from './list/resource-tabs.ts';
import { readable } from './resource-scope.ts';

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

/** 16 hexadecimal digits, because JavaScript numbers can't hold 64 bits; undefined for pictures without features. */
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

/** Other images with the identical file. */
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
 * Other images with a similar hash, nearest first. They must have more set bits in common than differing bits: plain
 * images set so few bits that all of them could differ within the limit.
 */
export async function listNearPictures(
  db: Executor,
  principal: Principal,
  { id, sha256, hash }: Picture & { hash: string },
  limit: number,
): Promise<SimilarRecord[]> {
  const wanted = sql`('x' || ${hash}::text)::bit(64)`;
  // One lookup per band and image: with many bands in one condition, the planner expects every image to match and
  // scans the table.
  const { rows } = await sql<SimilarRecord>`
    with compared as materialized (
      select distinct same.version_id, bit_count(same.hash::bit(64) # ${wanted}) as distance,
        bit_count(same.hash::bit(64) & ${wanted}) as common
      from unnest(${nearBands(hash)}::integer[]) wanted (band)
        cross join lateral (select version_id, hash from picture_hashes where bands @> array[wanted.band]) same
    ), near as materialized (
      select version_id, distance,
        (select resource_id from resource_versions where resource_versions.id = version_id) as resource_id
      from compared where distance <= ${mostDifferentBits} and common > distance
    )
    select ${shown}, near.distance::integer
    from near cross join lateral (
      select * from resources
      where resources.id = near.resource_id and resources.version_id = near.version_id and resources.kind = 'image'
        and resources.id <> ${id} and resources.sha256 <> ${sha256} and ${live} and ${readable(principal)} limit 1
    ) resources
    order by near.distance, resources.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Images that differ in more bits than this are not similar. */
export const mostDifferentBits = 10;

const bandBits = 16;
const bandCount = 4;

/**
 * All band values that a hash within `mostDifferentBits` can have: of four bands, at least one differs in no more than
 * two bits. Values include the band's place, as in the table.
 */
export function nearBands(hash: string): number[] {
  const near = new Set<number>();
  for (let band = 0; band < bandCount; band += 1) {
    const end = hash.length - (band * bandBits) / 4;
    const value = Number.parseInt(hash.slice(end - bandBits / 4, end), 16);
    const place = band * 2 ** bandBits;
    for (let first = 0; first < bandBits; first += 1) {
      near.add(place + value).add(place + (value ^ (1 << first)));
      for (let second = 0; second < first; second += 1) near.add(place + (value ^ (1 << first) ^ (1 << second)));
    }
  }
  return [...near];
}

/** Skips deleted versions and keeps hashes that an inspection has written in the meantime. */
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
