import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { newId } from '../../platform/new-id.ts';
import type { LibraryRecord } from './library.repository.ts';

export type FolderRecord = {
  id: string;
  library_id: string;
  parent_id: string | null;
  name: string;
  path: string;
  created_by: string | null;
  version: number;
};

const columns = ['id', 'library_id', 'parent_id', 'name', 'path', 'created_by', 'version'] as const;

export function findFolder(db: Executor, id: string): Promise<FolderRecord | undefined> {
  return db.selectFrom('folders').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Locks the folder against deletion while something is added. */
export function holdFolder(db: Executor, id: string): Promise<FolderRecord | undefined> {
  return db.selectFrom('folders').select(columns).where('id', '=', id).forKeyShare().executeTakeFirst();
}

export function lockFolder(db: Executor, id: string): Promise<FolderRecord | undefined> {
  return db.selectFrom('folders').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
}

export function findFolderNamed(
  db: Executor,
  place: { libraryId: string; parentId: string | null; name: string },
): Promise<FolderRecord | undefined> {
  return db
    .selectFrom('folders')
    .select(columns)
    .where('library_id', '=', place.libraryId)
    .where(sql<boolean>`parent_id is not distinct from ${place.parentId}`)
    .where(sql<boolean>`lower(name) = lower(${place.name})`)
    .executeTakeFirst();
}

type NewFolder = {
  libraryId: string;
  parentId: string | null;
  parentPath: string;
  name: string;
  createdBy: string;
};

/** Undefined when the name is taken. */
export async function insertFolder(db: Executor, folder: NewFolder): Promise<FolderRecord | undefined> {
  const id = newId();
  return db
    .insertInto('folders')
    .values({
      id,
      library_id: folder.libraryId,
      parent_id: folder.parentId,
      name: folder.name,
      path: `${folder.parentPath}${id}/`,
      created_by: folder.createdBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
}

export type CountedFolder = FolderRecord & { resources: number };

/**
 * Folders with the number of readable resources directly inside. `within` limits the result to the folder with this
 * path and those below.
 */
export async function listCountedFolders(
  db: Executor,
  libraryId: string,
  readable: Condition,
  within: string = '/',
): Promise<CountedFolder[]> {
  const { rows } = await sql<CountedFolder>`
    select folders.id, folders.library_id, folders.parent_id, folders.name, folders.path, folders.created_by,
      folders.version, coalesce(held.count, 0)::integer as resources
    from folders left join (
      select resources.folder_id, count(*) as count from resources
      where resources.library_id = ${libraryId} and resources.folder_id is not null
        and resources.state not in ('trashed', 'purged') and ${readable}
      group by resources.folder_id
    ) held on held.folder_id = folders.id
    where folders.library_id = ${libraryId} and folders.path like ${`${within}%`}
    order by lower(folders.name), folders.id`.execute(db);
  return rows;
}

type NamedFolder = FolderRecord &
  Pick<LibraryRecord, 'kind' | 'college_id' | 'owner_id' | 'contributors' | 'disabled'> & { holds_readable: boolean };

/** Folders of school and college libraries, of the person's own library, and those listed in `ids`. */
export async function listFolderNameRecords(
  db: Executor,
  { ownerId, ids }: { ownerId: string; ids: readonly string[] },
  readable: Condition,
): Promise<NamedFolder[]> {
  const { rows } = await sql<NamedFolder>`
    select folders.id, folders.library_id, folders.parent_id, folders.name, folders.path, folders.created_by,
      folders.version, libraries.kind, libraries.college_id, libraries.owner_id, libraries.contributors,
      libraries.disabled_at is not null as disabled,
      exists (select from resources where resources.library_id = folders.library_id
        and resources.folder_id = folders.id and resources.state not in ('trashed', 'purged') and ${readable}
      ) as holds_readable
    from folders join libraries on libraries.id = folders.library_id
    where libraries.owner_id is null or libraries.owner_id = ${ownerId} or folders.id = any (${ids}::uuid[])
    order by lower(folders.name), folders.id`.execute(db);
  return rows;
}

export async function updateFolderName(
  transaction: Executor,
  folder: { id: string; name: string; parentId: string | null },
): Promise<void> {
  await sql`update folders set name = ${folder.name}, parent_id = ${folder.parentId}, version = version + 1,
    updated_at = now() where id = ${folder.id}`.execute(transaction);
}

/** Replaces the path prefix of the folder and everything below it. */
export async function rewritePaths(transaction: Executor, from: string, to: string): Promise<void> {
  await sql`update folders set path = ${to} || substr(path, ${from.length + 1}::integer)
    where path like ${`${from}%`}`.execute(transaction);
}

export async function deepestBelow(transaction: Executor, path: string): Promise<number> {
  const { rows } = await sql<{ depth: number }>`
    select max(length(path) - length(replace(path, '/', '')) - 1)::integer as depth from folders
    where path like ${`${path}%`}`.execute(transaction);
  return rows[0]?.depth ?? 0;
}

export function listChildren(transaction: Executor, parentId: string) {
  return transaction
    .selectFrom('folders')
    .select(['id', 'name', 'path'])
    .where('parent_id', '=', parentId)
    .orderBy('id')
    .execute();
}

export async function deleteFolderRow(transaction: Executor, id: string): Promise<void> {
  await transaction.deleteFrom('folders').where('id', '=', id).execute();
}
