import { sql } from 'kysely';
import type { Logger } from 'pino';
import { AppError } from '../../platform/app-error.ts';
import { BackgroundLoop, type ItemRun } from '../../platform/background-loop/background-loop.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { listUnknownKeys } from './unknown-keys.ts';
import { findUpload } from './upload.repository.ts';
import type { UploadReceiver } from './upload-receiver.ts';
import { listInterrupted, writerLeaseSeconds } from './upload-writer.repository.ts';

/** A request context for background work; throws if the person lost access. */
export type ContextFor = (userId: string, language: string) => Promise<SignedInContext>;

type Dependencies = { db: Db; receiver: UploadReceiver; contextFor: ContextFor; logger: Logger };

const lookEveryMs = 60_000;

/** Finishes complete uploads whose process died, without their owner's client. */
export class UploadRecovery {
  readonly #dependencies: Dependencies;
  readonly #loop: BackgroundLoop;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    const { db, logger } = dependencies;
    this.#loop = new BackgroundLoop({
      name: 'uploadRecovery',
      everyMs: lookEveryMs,
      db,
      logger,
      // By then, the lease of a writer that died with the previous process has expired.
      firstAfterMs: (writerLeaseSeconds + 2) * 1000,
      run: () => this.run(),
    });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async run(): Promise<ItemRun> {
    const { db, receiver, contextFor, logger } = this.#dependencies;
    const outcome: ItemRun = { done: 0, failure: undefined };
    for (const { id } of await listInterrupted(db)) {
      try {
        const upload = await findUpload(db, id);
        if (upload) await receiver.resume(await contextFor(upload.owner_id, upload.language), id);
        outcome.done += 1;
      } catch (error) {
        if (error instanceof AppError) continue;
        outcome.failure = error;
        logger.error({ err: error, uploadId: id }, 'could not recover an upload');
      }
    }
    return outcome;
  }
}

const atOnce = 200;
const dayMs = 24 * 3_600_000;

/** Cancels the rows of expired uploads first, then deletes their parts. */
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

/** Removes parts older than a day that belong to neither a file nor an open upload. */
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
