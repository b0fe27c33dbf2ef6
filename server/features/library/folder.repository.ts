import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';

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

/** Held until the transaction ends: nobody takes the folder away while something is put into it. */
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

/** Nothing when one of this name is there already. */
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
