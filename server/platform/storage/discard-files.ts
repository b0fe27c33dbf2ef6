import type { Executor } from '../db/database.ts';
import { listKeysWithoutFile } from './file-rows.ts';
import type { FileStore } from './file-store.ts';

/** Removes stored objects whose rows were never committed. */
export async function discardFiles(db: Executor, fileStore: FileStore, storeKeys: readonly string[]): Promise<void> {
  for (const storeKey of await listKeysWithoutFile(db, storeKeys)) await fileStore.remove(storeKey);
}
