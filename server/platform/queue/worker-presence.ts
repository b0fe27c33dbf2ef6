import os from 'node:os';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../background-loop/background-loop.ts';
import type { Db } from '../db/database.ts';
import { newId } from '../new-id.ts';

const beatEveryMs = 10_000;
/** One that was not seen for so long is not alive. */
export const workerAliveMs = 30_000;

/** Tells everybody through the database that this worker is alive. */
export class WorkerPresence {
  readonly name = `${os.hostname()}:${process.pid}`;
  readonly #id = newId();
  readonly #startedAt = new Date();
  readonly #db: Db;
  readonly #loop: BackgroundLoop;

  constructor({ db, logger }: { db: Db; logger: Logger }) {
    this.#db = db;
    this.#loop = new BackgroundLoop({
      ...{ name: 'workerPresence', everyMs: beatEveryMs, firstAfterMs: beatEveryMs, db, logger },
      run: () => this.#beat(),
    });
  }

  /** Settles after the first beat, when the worker is visible. */
  async start(): Promise<void> {
    this.#loop.start();
    // A database that is away is no reason to fall: the next beat is heard again.
    await this.#beat().catch(() => undefined);
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#db
      .deleteFrom('workers')
      .where('id', '=', this.#id)
      .execute()
      .catch(() => undefined);
  }

  async #beat(): Promise<undefined> {
    await this.#db
      .insertInto('workers')
      .values({ id: this.#id, name: this.name, started_at: this.#startedAt })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ last_seen_at: sql`now()` }))
      .execute();
  }
}
