import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

/** What brings a favourite back. */
export type KeptFavourite = { resourceId: string; folderId: string | null; note: string };

/** New ones come first. Answers those that had no star yet. */
export async function insertStars(
  transaction: Executor,
  ownerId: string,
  stars: readonly KeptFavourite[],
): Promise<string[]> {
  const { rows } = await sql<{ resource_id: string }>`
    insert into favourites (id, owner_id, resource_id, folder_id, note, position, seen_version_number)
    select gen_random_uuid(), ${ownerId}, resources.id,
      (select id from favourite_folders where id = given.folder_id and owner_id = ${ownerId}), given.note,
      first.position - given.place, resources.version_number
    from unnest(${stars.map((star) => star.resourceId)}::uuid[], ${stars.map((star) => star.folderId)}::uuid[],
        ${stars.map((star) => star.note)}::text[]) with ordinality given (resource_id, folder_id, note, place)
      join resources on resources.id = given.resource_id and resources.state <> 'purged',
      (select coalesce(min(position), 0) as position from favourites where owner_id = ${ownerId}) first
    on conflict (owner_id, resource_id) do nothing
    returning resource_id`.execute(transaction);
  return rows.map((row) => row.resource_id);
}

export async function deleteStars(
  transaction: Executor,
  ownerId: string,
  resourceIds: readonly string[],
): Promise<KeptFavourite[]> {
  const { rows } = await sql<{ resource_id: string; folder_id: string | null; note: string }>`
    delete from favourites where owner_id = ${ownerId} and resource_id = any(${resourceIds}::uuid[])
    returning resource_id, folder_id, note`.execute(transaction);
  return rows.map((row) => ({ resourceId: row.resource_id, folderId: row.folder_id, note: row.note }));
}

export async function isFolderOf(db: Executor, ownerId: string, folderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('favourite_folders')
    .select('id')
    .where('id', '=', folderId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row !== undefined;
}
