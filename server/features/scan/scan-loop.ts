import { sql } from 'kysely';
import type { Logger } from 'pino';
import { BackgroundLoop, type ItemRun } from '../../platform/background-loop/background-loop.ts';
import type { Db } from '../../platform/db/database.ts';
import { isAnyItemDue, takeDueItems } from './dirty-marks.repository.ts';
import { isRescanDue } from './rescan.repository.ts';
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
 * Scans changed resources one by one, with lower priority than work people wait for. Every worker runs one; they never
 * take the same resource.
 */
export class ScanLoop {
  readonly #dependencies: Dependencies;
  readonly #loop: BackgroundLoop;
  #failure: unknown;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    const { db, logger } = dependencies;
    this.#loop = new BackgroundLoop({
      ...{ name: 'scan', everyMs: lookEveryMs, db, logger, run: () => this.#look() },
      due: () => sql`${isAnyItemDue} or ${isRescanDue}`,
    });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Scans until nothing is due; returns the number of scanned resources. */
  async drain(): Promise<number> {
    const { db, scans, logger } = this.#dependencies;
    const { signal } = this.#loop;
    for (let done = 0; ; ) {
      const due = signal.aborted ? [] : await takeDueItems(db, resourcesAtOnce);
      if (due.length === 0) return done;
      for (const resourceId of due) {
        if (signal.aborted) return done;
        // A failed item becomes due again later.
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
