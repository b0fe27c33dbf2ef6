import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { escapeLike } from '../../platform/list/meanings.ts';

/** What is needed to restore a favourite. */
export type KeptFavourite = { resourceId: string; folderId: string | null; note: string };

/** New favourites go first. Returns the resources that weren't starred yet. */
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

/** Serialises changes to one person's favourites, so their order stays consistent. */
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

/** Positions around the gap before `beforeId`, ignoring the items being moved; a null `beforeId` means the end. */
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

/** The given resources that match the condition. */
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

export type FavouriteRecord = {
  id: string;
  resource_id: string;
  folder_id: string | null;
  note: string;
  created_at: Date;
  title: string;
  state: string;
  readable: boolean;
  new_version: boolean;
};

const newVersion = sql`resources.version_number > favourites.seen_version_number`;
const from = sql`favourites join resources on resources.id = favourites.resource_id`;

/** Needs attention: offline, deleted, no longer readable, or a newer version exists. */
function isFlagged(readable: Condition): RawBuilder<unknown> {
  return sql`(resources.state in ('offline', 'trashed', 'purged') or ${newVersion} or not coalesce(${readable}, false))`;
}

type FavouriteWanted = {
  ownerId: string;
  folder: string;
  words: readonly string[];
  after: string | undefined;
  limit: number;
};

export async function listFavouriteRecords(
  db: Executor,
  wanted: FavouriteWanted,
  readable: Condition,
): Promise<FavouriteRecord[]> {
  const conditions = [sql`favourites.owner_id = ${wanted.ownerId}`, inFolder(wanted.folder, readable)];
  for (const word of wanted.words) {
    const like = `%${escapeLike(word)}%`;
    // Resources that are no longer readable are searched by title and note only.
    conditions.push(sql`(lower(resources.title) like ${like} or lower(favourites.note) like ${like}
      or (${readable} and resources.search_text like ${like}))`);
  }
  if (wanted.after) {
    conditions.push(sql`(favourites.position, favourites.id) > (
      select position, id from favourites where id = ${wanted.after} and owner_id = ${wanted.ownerId})`);
  }
  const { rows } = await sql<FavouriteRecord>`
    select favourites.id, favourites.resource_id, favourites.folder_id, favourites.note, favourites.created_at,
      resources.title, resources.state, coalesce(${readable}, false) as readable, ${newVersion} as new_version
    from ${from} where ${sql.join(conditions, sql` and `)}
    order by favourites.position, favourites.id limit ${wanted.limit}`.execute(db);
  return rows;
}

function inFolder(folder: string, readable: Condition): Condition {
  if (folder === 'all') return sql`true`;
  if (folder === 'unfiled') return sql`favourites.folder_id is null`;
  if (folder === 'flagged') return isFlagged(readable);
  return sql`favourites.folder_id = ${folder}`;
}

export async function countFavourites(
  db: Executor,
  ownerId: string,
  readable: Condition,
): Promise<{ all: number; unfiled: number; flagged: number }> {
  const { rows } = await sql<{ all: number; unfiled: number; flagged: number }>`
    select count(*) as "all", count(*) filter (where favourites.folder_id is null) as unfiled,
      count(*) filter (where ${isFlagged(readable)}) as flagged
    from ${from} where favourites.owner_id = ${ownerId}`.execute(db);
  return rows[0] ?? { all: 0, unfiled: 0, flagged: 0 };
}

type FolderRow = { id: string; name: string; favourites: number };

export async function listFolderRows(db: Executor, ownerId: string): Promise<FolderRow[]> {
  const { rows } = await sql<FolderRow>`
    select favourite_folders.id, favourite_folders.name, count(favourites.id) as favourites
    from favourite_folders left join favourites on favourites.folder_id = favourite_folders.id
    where favourite_folders.owner_id = ${ownerId}
    group by favourite_folders.id order by favourite_folders.position, favourite_folders.id`.execute(db);
  return rows;
}

export async function insertFolder(
  transaction: Executor,
  folder: { id: string; ownerId: string; name: string },
): Promise<void> {
  await sql`insert into favourite_folders (id, owner_id, name, position)
    select ${folder.id}::uuid, ${folder.ownerId}::uuid, ${folder.name},
      coalesce(max(position), 0) + 1 from favourite_folders where owner_id = ${folder.ownerId}::uuid`.execute(
    transaction,
  );
}

export async function updateFolderName(transaction: Executor, id: string, name: string): Promise<void> {
  await transaction.updateTable('favourite_folders').set({ name }).where('id', '=', id).execute();
}

/** Sets the order of one person's folders. */
export async function updateFolderOrder(transaction: Executor, ids: readonly string[]): Promise<void> {
  await sql`update favourite_folders set position = given.place
    from unnest(${ids}::uuid[]) with ordinality given (id, place)
    where favourite_folders.id = given.id`.execute(transaction);
}

/** Its favourites stay, without a folder. */
export async function deleteFolderOf(db: Executor, ownerId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('favourite_folders')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
