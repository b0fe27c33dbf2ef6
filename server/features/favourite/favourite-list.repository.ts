import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { escapeLike } from '../../platform/list/meanings.ts';

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

/** What somebody should be told: it went, or there is a newer one. */
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
    // Of what one may not read any more only the title is known.
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
