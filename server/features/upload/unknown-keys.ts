import type { Executor } from '../../platform/db/database.ts';
import { listKeysWithoutFile } from '../../platform/storage/file-rows.ts';

/** The store keys that belong to neither a file nor an open upload. */
export async function listUnknownKeys(db: Executor, storeKeys: readonly string[]): Promise<string[]> {
  const withoutFile = await listKeysWithoutFile(db, storeKeys);
  if (withoutFile.length === 0) return [];
  const rows = await db
    .selectFrom('uploads')
    .select('store_key')
    .where('store_key', 'in', withoutFile)
    .where('state', 'in', ['receiving', 'checking', 'duplicate', 'unpacking'])
    .execute();
  const uploading = new Set(rows.map((row) => row.store_key));
  return withoutFile.filter((storeKey) => !uploading.has(storeKey));
}
