import type { Executor } from '../db/database.ts';
import { listUnknownKeys } from './file-rows.ts';
import type { FileStore } from './file-store.ts';

/** Takes objects out of the store again that nothing names: whoever stored them could not say so. */
export async function discardFiles(db: Executor, fileStore: FileStore, storeKeys: readonly string[]): Promise<void> {
  for (const storeKey of await listUnknownKeys(db, storeKeys)) await fileStore.remove(storeKey);
}
