import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { FileStore } from './file-store.ts';

const keysAtOnce = 200;

/**
 * Removes the objects of deleted files. Each queue row is deleted last: after an interruption an object is removed
 * twice, which is harmless.
 */
export async function removeFiles(db: Db, fileStore: FileStore, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (let after = ''; ; ) {
    const { rows } = await sql<{ store_key: string }>`
      select store_key from removed_files where store_key > ${after} order by store_key limit ${keysAtOnce}`.execute(
      db,
    );
    for (const { store_key: storeKey } of rows) {
      signal?.throwIfAborted();
      await fileStore.remove(storeKey);
      await sql`delete from removed_files where store_key = ${storeKey}`.execute(db);
      removed += 1;
    }
    const last = rows.at(-1);
    if (!last || rows.length < keysAtOnce) return removed;
    after = last.store_key;
  }
}
