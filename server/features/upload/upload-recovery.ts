import type { Logger } from 'pino';
import { AppError } from '../../platform/app-error.ts';
import { BackgroundLoop, type ItemRun } from '../../platform/background-loop/background-loop.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { findUpload } from './upload.repository.ts';
import type { UploadReceiver } from './upload-receiver.ts';
import { listInterrupted, writerLeaseSeconds } from './upload-writer.repository.ts';

/** What a request by this person would be, where there is none; throws when they may do nothing any more. */
export type ContextFor = (userId: string, language: string) => Promise<SignedInContext>;

type Dependencies = { db: Db; receiver: UploadReceiver; contextFor: ContextFor; logger: Logger };

const lookEveryMs = 60_000;

/** Finds uploads whose last byte came before a process died, and brings them to their end without their owner. */
export class UploadRecovery {
  readonly #dependencies: Dependencies;
  readonly #loop: BackgroundLoop;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    const { db, logger } = dependencies;
    this.#loop = new BackgroundLoop({
      ...{ name: 'uploadRecovery', everyMs: lookEveryMs, db, logger },
      // By then a writer that died with the process before this one is no longer believed to live.
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
