import type { Logger } from 'pino';
import { BackgroundLoop, type ItemRun } from '../../platform/background-loop/background-loop.ts';
import type { Db } from '../../platform/db/database.ts';
import { takeDueItems } from './dirty-marks.repository.ts';
import type { RescanService } from './rescan.service.ts';
import type { ScanService } from './scan.service.ts';

type Dependencies = {
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
  readonly #dependencies: Dependencies;
  readonly #loop: BackgroundLoop;
  #failure: unknown;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    const { db, logger } = dependencies;
    this.#loop = new BackgroundLoop({ name: 'scan', everyMs: lookEveryMs, db, logger, run: () => this.#look() });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Until nothing is due; answers how many resources were scanned. */
  async drain(): Promise<number> {
    const { db, scans, logger } = this.#dependencies;
    const { signal } = this.#loop;
    for (let done = 0; ; ) {
      const due = signal.aborted ? [] : await takeDueItems(db, resourcesAtOnce);
      if (due.length === 0) return done;
      for (const resourceId of due) {
        if (signal.aborted) return done;
        // What does not come off is due again later.
        try {
          await scans.scan(resourceId, undefined, { signal });
          done += 1;
        } catch (error) {
          if (signal.aborted) return done;
          this.#failure = error;
          logger.warn({ err: error, resourceId }, 'sensitive word scan failed');
        }
      }
    }
  }

  async #look(): Promise<ItemRun> {
    this.#failure = undefined;
    await this.#dependencies.rescans.wake();
    return { done: await this.drain(), failure: this.#failure };
  }
}
