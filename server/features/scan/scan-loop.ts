import type { Logger } from 'pino';
import type { Db } from '../../platform/db/database.ts';
import type { RescanService } from './rescan.service.ts';
import type { ScanService } from './scan.service.ts';
import { takeWished } from './wishes.repository.ts';

type Parts = {
  db: Db;
  scans: Pick<ScanService, 'scan'>;
  rescans: Pick<RescanService, 'wake'>;
  logger: Logger;
};

const lookEveryMs = 1_000;
const resourcesAtOnce = 20;

/**
 * Scans resources whose texts changed, one after another: behind everything that people wait for, and soon enough that
 * nothing stays published that must not. Every worker has one; they do not take the same resources.
 */
export class ScanLoop {
  readonly #parts: Parts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopping = new AbortController();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    this.#stopping = new AbortController();
    this.#timer = setInterval(() => {
      this.#running ??= this.#look().finally(() => {
        this.#running = undefined;
      });
    }, lookEveryMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#running;
  }

  /** Until nothing is due; answers how many resources were scanned. */
  async drain(): Promise<number> {
    const { db, scans, logger } = this.#parts;
    const { signal } = this.#stopping;
    for (let done = 0; ; ) {
      const wished = signal.aborted ? [] : await takeWished(db, resourcesAtOnce);
      if (wished.length === 0) return done;
      for (const resourceId of wished) {
        if (signal.aborted) return done;
        // What does not come off is due again later.
        await scans.scan(resourceId, undefined, { signal }).catch((error: unknown) => {
          if (!signal.aborted) logger.warn({ err: error, resourceId }, 'a scan for sensitive words failed');
        });
        done += 1;
      }
    }
  }

  /** The database may be away; the next look comes soon. */
  async #look(): Promise<void> {
    const { rescans, logger } = this.#parts;
    try {
      await rescans.wake();
      await this.drain();
    } catch (error) {
      logger.debug({ err: error }, 'changed texts could not be looked at');
    }
  }
}
