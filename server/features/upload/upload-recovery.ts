import type { Logger } from 'pino';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { findUpload } from './upload.repository.ts';
import type { UploadReceiver } from './upload-receiver.ts';
import { listInterrupted, writerLeaseSeconds } from './upload-writer.repository.ts';

/** What a request by this person would be, where there is none; throws when they may do nothing any more. */
export type ContextFor = (userId: string, language: string) => Promise<SignedInContext>;

type Parts = { db: Db; receiver: UploadReceiver; contextFor: ContextFor; logger: Logger };

const lookEveryMs = 60_000;

/** Finds uploads whose last byte came before a process died, and brings them to their end without their owner. */
export class UploadRecovery {
  readonly #parts: Parts;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    // By then a writer that died with the process before this one is no longer believed to live.
    this.#schedule((writerLeaseSeconds + 2) * 1000);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async run(): Promise<void> {
    const { db, receiver, contextFor, logger } = this.#parts;
    for (const { id } of await listInterrupted(db)) {
      try {
        const upload = await findUpload(db, id);
        if (upload) await receiver.resume(await contextFor(upload.owner_id, upload.language), id);
      } catch (error) {
        if (!(error instanceof AppError)) logger.error({ err: error, uploadId: id }, 'upload not recovered');
      }
    }
  }

  #schedule(afterMs: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.run()
        .catch((error: unknown) => this.#parts.logger.warn({ err: error }, 'uploads could not be looked through'))
        .finally(() => this.#schedule(lookEveryMs));
    }, afterMs);
    this.#timer.unref();
  }
}
