import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

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

/** The folders of one person in this order. */
export async function updateFolderOrder(transaction: Executor, ids: readonly string[]): Promise<void> {
  await sql`update favourite_folders set position = given.place
    from unnest(${ids}::uuid[]) with ordinality given (id, place)
    where favourite_folders.id = given.id`.execute(transaction);
}

/** What was in it lies in none from now on. */
export async function deleteFolderOf(db: Executor, ownerId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('favourite_folders')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
