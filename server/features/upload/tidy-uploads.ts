import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { listUnknownKeys } from './unknown-keys.ts';

const atOnce = 200;
const dayMs = 24 * 3_600_000;

/** Uploads that nobody went on with: their rows first, then what was sent of them. */
export async function removeExpiredUploads(db: Db, fileStore: FileStore, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await sql<{ store_key: string; assembly: string }>`
      update uploads set state = 'cancelled', updated_at = now()
      where id in (
        select id from uploads
        where state in ('receiving', 'checking', 'duplicate') and expires_at < now()
          and (writer_until is null or writer_until < now())
        limit ${atOnce} for update skip locked)
      returning store_key, assembly`.execute(db);
    for (const { store_key: storeKey, assembly: token } of rows) {
      if (!storeKey) continue;
      await fileStore.abandonAssembly({ storeKey, token });
      await fileStore.remove(storeKey);
    }
    removed += rows.length;
    if (rows.length < atOnce) return removed;
  }
}

/** Pieces whose upload is gone with its owner, or was never written down. */
export async function removeUnnamedPieces(db: Db, fileStore: FileStore, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for await (const assembly of fileStore.listAssembliesBefore(new Date(Date.now() - dayMs))) {
    signal.throwIfAborted();
    const [unnamed] = await listUnknownKeys(db, [assembly.storeKey]);
    if (!unnamed) continue;
    await fileStore.abandonAssembly(assembly);
    removed += 1;
  }
  return removed;
}
