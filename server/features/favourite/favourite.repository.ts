import { type RawBuilder, sql } from 'kysely';
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

/** One person's order is changed in one hand at a time. */
export async function lockFavouritesOf(transaction: Executor, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('favourites:' || ${ownerId}::text, 0))`.execute(transaction);
}

export async function listOwnFavourites(
  db: Executor,
  ownerId: string,
  ids: readonly string[],
): Promise<{ id: string; resourceId: string }[]> {
  const rows = await db
    .selectFrom('favourites')
    .select(['id', 'resource_id'])
    .where('owner_id', '=', ownerId)
    .where('id', 'in', ids)
    .execute();
  return rows.map((row) => ({ id: row.id, resourceId: row.resource_id }));
}

export type FavouriteChange = { folderId?: string | null; note?: string; seen?: boolean };

export async function updateOwnFavourites(
  transaction: Executor,
  ids: readonly string[],
  { folderId, note, seen }: FavouriteChange,
): Promise<void> {
  const sets = [
    ...(folderId !== undefined ? [sql`folder_id = ${folderId}::uuid`] : []),
    ...(note !== undefined ? [sql`note = ${note}`] : []),
    ...(seen
      ? [sql`seen_version_number = (select version_number from resources where resources.id = favourites.resource_id)`]
      : []),
  ];
  if (sets.length === 0) return;
  await sql`update favourites set ${sql.join(sets)} where id = any(${ids}::uuid[])`.execute(transaction);
}

/** The places around one: of the last before it, without those that move, and of itself. null: the end. */
export async function findGap(
  db: Executor,
  ownerId: string,
  gap: { beforeId: string | null; without: readonly string[] },
): Promise<{ before: number | undefined; after: number | undefined } | undefined> {
  const next = gap.beforeId
    ? await db
        .selectFrom('favourites')
        .select(['id', 'position'])
        .where('owner_id', '=', ownerId)
        .where('id', '=', gap.beforeId)
        .executeTakeFirst()
    : undefined;
  if (gap.beforeId && !next) return undefined;
  const { rows } = await sql<{ position: number }>`
    select position from favourites
    where owner_id = ${ownerId} and not id = any(${gap.without}::uuid[])
      ${next ? sql`and (position, id) < (${next.position}, ${next.id}::uuid)` : sql``}
    order by position desc, id desc limit 1`.execute(db);
  return { before: rows[0]?.position, after: next?.position };
}

export async function updatePlaces(
  transaction: Executor,
  places: readonly { id: string; position: number }[],
): Promise<void> {
  await sql`update favourites set position = given.position
    from unnest(${places.map((place) => place.id)}::uuid[], ${places.map((place) => place.position)}::float8[])
      given (id, position)
    where favourites.id = given.id`.execute(transaction);
}

export async function renumberFavourites(transaction: Executor, ownerId: string): Promise<void> {
  await sql`update favourites set position = numbered.place
    from (select id, row_number() over (order by position, id) as place from favourites where owner_id = ${ownerId}) numbered
    where favourites.id = numbered.id`.execute(transaction);
}

/** Those of the given resources that the condition lets through. */
export async function keepReadable(
  db: Executor,
  ids: readonly string[],
  readable: RawBuilder<unknown>,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select resources.id from resources
    where resources.id = any(${ids}::uuid[]) and resources.state <> 'purged' and ${readable}`.execute(db);
  return new Set(rows.map((row) => row.id));
}
