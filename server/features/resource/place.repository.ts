import type { Executor } from '../../platform/db/database.ts';

/** Everything a resource takes of its library, all versions together. */
export async function sizeOfVersions(db: Executor, resourceId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('resource_versions')
    .select(({ fn }) => fn.sum<number | null>('size_bytes').as('bytes'))
    .where('resource_id', '=', resourceId)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** Whether the library, and the folder in it, are still there; they stay until the transaction ends. */
export async function isPlace(
  transaction: Executor,
  { library_id: libraryId, folder_id: folderId }: { library_id: string; folder_id: string | null },
): Promise<boolean> {
  const library = await transaction
    .selectFrom('libraries')
    .select('id')
    .where('id', '=', libraryId)
    .forKeyShare()
    .executeTakeFirst();
  if (!library || !folderId) return library !== undefined;
  const folder = await transaction
    .selectFrom('folders')
    .select('id')
    .where('id', '=', folderId)
    .where('library_id', '=', libraryId)
    .forKeyShare()
    .executeTakeFirst();
  return folder !== undefined;
}
