import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { UploadRow } from '@lectern/contract/features/upload.ts';
import type { Logger } from 'pino';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Assembly, FileStore } from '../../platform/storage/file-store.ts';
import { refusalError } from './upload.presenter.ts';
import { findUpload, type Upload, updateUpload } from './upload.repository.ts';
import type { UploadAnnouncer } from './upload-announcer.ts';
import type { UploadFinisher } from './upload-finisher.ts';
import { claimWriter, releaseWriter, renewWriter, writerLeaseSeconds } from './upload-writer.repository.ts';

type Dependencies = {
  db: Db;
  fileStore: FileStore;
  locks: UploadLocks;
  finisher: UploadFinisher;
  announcer: UploadAnnouncer;
  logger: Logger;
};
type Received = { offsetBytes: number; state: UploadRow['state'] };

/** Receives upload bytes: one writer at a time, no byte written twice, none lost on disconnect. */
export class UploadReceiver {
  readonly #dependencies: Dependencies;
  /** Identifies this process as a writer. */
  readonly #writer = randomUUID();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** The number of stored bytes; the file store is authoritative, not the row. */
  async offset(context: SignedInContext, id: string): Promise<{ offsetBytes: number; sizeBytes: number }> {
    const upload = await this.#getOwn(context, id);
    const sizeBytes = upload.size_bytes;
    if (upload.state === 'refused' || upload.state === 'cancelled') throw refusalError(upload);
    if (upload.state !== 'receiving') {
      if (upload.state === 'checking') this.#finishLater(context, id);
      return { offsetBytes: sizeBytes, sizeBytes };
    }
    const offsetBytes = await this.#stored(upload);
    // Complete, but the receiving process died, so finish it here.
    if (offsetBytes === sizeBytes) this.#finishLater(context, id);
    return { offsetBytes, sizeBytes };
  }

  async append(context: SignedInContext, id: string, offsetBytes: number, source: Readable): Promise<Received> {
    await this.#getOwn(context, id);
    return this.#dependencies.locks.run(id, (signal) =>
      this.#asWriter(id, async () => {
        const upload = await this.#getOwn(context, id);
        if (upload.state === 'refused' || upload.state === 'cancelled') throw refusalError(upload);
        if (upload.state !== 'receiving' && upload.state !== 'checking') return settled(upload, offsetBytes);
        const there = upload.state === 'checking' ? upload.size_bytes : await this.#stored(upload);
        if (there !== offsetBytes) throw new AppError('offsetDiffers');
        const received = there < upload.size_bytes ? await this.#receive(upload, there, source, signal) : there;
        if (received < upload.size_bytes) return { offsetBytes: received, state: 'receiving' };
        const whole = await this.#getOwn(context, id);
        return { offsetBytes: received, state: await this.#dependencies.finisher.finish(context, whole) };
      }),
    );
  }

  async cancel(context: SignedInContext, id: string): Promise<void> {
    const { db, fileStore, locks, announcer } = this.#dependencies;
    const upload = await this.#getOwn(context, id);
    await locks.stop(id);
    const cancelled = await db.transaction().execute(async (transaction) => {
      const from = ['receiving', 'checking', 'duplicate'] as const;
      if (!(await updateUpload(transaction, id, { state: 'cancelled' }, from))) return false;
      await announcer.publish(transaction, id);
      return true;
    });
    const { store_key: storeKey, assembly: token } = cancelled ? await this.#getOwn(context, id) : upload;
    if (!cancelled || !storeKey) return;
    await fileStore.abandonAssembly({ storeKey, token });
    await fileStore.remove(storeKey);
  }

  /** Finishes an upload after a crash if all its bytes are stored. */
  async resume(context: SignedInContext, id: string): Promise<void> {
    if (this.#dependencies.locks.isHeld(id)) return;
    await this.#dependencies.locks.run(id, () =>
      this.#asWriter(id, async () => {
        const upload = await this.#getOwn(context, id);
        const whole =
          upload.state === 'checking' ||
          (upload.state === 'receiving' && (await this.#stored(upload)) === upload.size_bytes);
        if (whole) await this.#dependencies.finisher.finish(context, upload);
      }),
    );
  }

  async #receive(upload: Upload, offsetBytes: number, source: Readable, signal: AbortSignal): Promise<number> {
    const { db, fileStore } = this.#dependencies;
    const assembly = await this.#assemblyOf(upload);
    const maxBytes = upload.size_bytes - offsetBytes;
    await fileStore.assertSpace(maxBytes);
    const lost = new AbortController();
    let durable = offsetBytes;
    const renewal = setInterval(
      () =>
        void renewWriter(db, upload.id, this.#writer, durable).then(
          (held) => held || lost.abort(new AppError('uploadBusy')),
          // A brief database outage loses nothing on disk, so keep receiving.
          () => undefined,
        ),
      (writerLeaseSeconds * 1000) / 3,
    );
    try {
      const appended = await fileStore.append(assembly, offsetBytes, source, {
        signal: AbortSignal.any([signal, lost.signal]),
        maxBytes,
        onDurable: (bytes) => {
          durable = bytes;
        },
      });
      await updateUpload(db, upload.id, { offset_bytes: appended.offsetBytes }, ['receiving']);
      if (appended.cut) throw new AppError('uploadBusy', { cause: appended.cut, retryAfterSeconds: 1 });
      return appended.offsetBytes;
    } finally {
      clearInterval(renewal);
    }
  }

  async #asWriter<T>(id: string, work: () => Promise<T>): Promise<T> {
    const { db, logger } = this.#dependencies;
    if (!(await claimWriter(db, id, this.#writer))) throw new AppError('uploadBusy', { retryAfterSeconds: 3 });
    try {
      return await work();
    } finally {
      await releaseWriter(db, id, this.#writer).catch((error: unknown) =>
        logger.warn({ err: error, uploadId: id }, 'could not release an upload writer; its lease will expire'),
      );
    }
  }

  async #assemblyOf(upload: Upload): Promise<Assembly> {
    if (upload.store_key) return { storeKey: upload.store_key, token: upload.assembly };
    const assembly = await this.#dependencies.fileStore.beginAssembly();
    const { storeKey, token } = assembly;
    const change = { store_key: storeKey, assembly: token };
    if (await updateUpload(this.#dependencies.db, upload.id, change, ['receiving'])) return assembly;
    await this.#dependencies.fileStore.abandonAssembly(assembly);
    throw new AppError('uploadOver');
  }

  async #stored(upload: Upload): Promise<number> {
    if (!upload.store_key) return 0;
    const bytes = await this.#dependencies.fileStore.assembledBytes({
      storeKey: upload.store_key,
      token: upload.assembly,
    });
    // Already moved to its final place, so it was complete.
    return bytes ?? (await this.#dependencies.fileStore.sizeOf(upload.store_key)) ?? 0;
  }

  #finishLater(context: SignedInContext, id: string): void {
    this.resume(context, id).catch((error: unknown) => {
      // The owner learns of a refusal through live events.
      if (!(error instanceof AppError))
        this.#dependencies.logger.error({ err: error, uploadId: id }, 'could not finish an upload');
    });
  }

  async #getOwn(context: SignedInContext, id: string): Promise<Upload> {
    const upload = await findUpload(this.#dependencies.db, id);
    if (!upload || upload.owner_id !== context.principal.userId) throw new AppError('notFound');
    return upload;
  }
}

function settled(upload: Upload, offsetBytes: number): Received {
  if (offsetBytes !== upload.size_bytes) throw new AppError('offsetDiffers');
  return { offsetBytes, state: upload.state as UploadRow['state'] };
}

type Held = { abort: AbortController; released: Promise<void> };

const patienceMs = 10_000;

/** Stops a writer after the client reconnected or cancelled. */
class TakenOver extends Error {}

/** One writer per upload in this process. A new writer stops the old one and waits until its data is flushed. */
export class UploadLocks {
  readonly #held = new Map<string, Held>();

  async run<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const deadline = Date.now() + patienceMs;
    for (let held = this.#held.get(id); held; held = this.#held.get(id)) {
      held.abort.abort(new TakenOver('taken over'));
      if (!(await settlesBy(held.released, deadline))) throw new AppError('uploadBusy', { retryAfterSeconds: 2 });
    }
    const abort = new AbortController();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(id, { abort, released: promise });
    try {
      return await work(abort.signal);
    } finally {
      this.#held.delete(id);
      resolve();
    }
  }

  /** Stops the writer, if there is one, and waits for it to finish. */
  async stop(id: string): Promise<void> {
    const held = this.#held.get(id);
    held?.abort.abort(new TakenOver('stopped'));
    await held?.released;
  }

  isHeld(id: string): boolean {
    return this.#held.has(id);
  }
}

async function settlesBy(work: Promise<void>, deadline: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, deadline - Date.now()));
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
