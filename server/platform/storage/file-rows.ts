import type { Executor } from '../db/database.ts';
import type { StoredFile } from './file-store.ts';

export type NewFile = StoredFile & { id: string; name: string; contentType: string; createdBy: string | null };

export async function insertFile(executor: Executor, file: NewFile): Promise<void> {
  await executor
    .insertInto('files')
    .values({
      id: file.id,
      store_key: file.storeKey,
      name: file.name,
      content_type: file.contentType,
      size_bytes: file.sizeBytes,
      sha256: file.sha256,
      created_by: file.createdBy,
    })
    .execute();
}

export async function listKeysWithoutFile(executor: Executor, storeKeys: readonly string[]): Promise<string[]> {
  if (storeKeys.length === 0) return [];
  const rows = await executor.selectFrom('files').select('store_key').where('store_key', 'in', storeKeys).execute();
  const known = new Set(rows.map((row) => row.store_key));
  return storeKeys.filter((storeKey) => !known.has(storeKey));
}
