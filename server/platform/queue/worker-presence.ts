import os from 'node:os';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../background-loop/background-loop.ts';
import type { Db } from '../db/database.ts';
import { newId } from '../new-id.ts';

const beatEveryMs = 10_000;
/** A worker not seen for longer than this counts as dead. */
export const workerAliveMs = 30_000;

/** Records a heartbeat in the database to show that this worker is alive. */
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

  /** Resolves after the first heartbeat, when the worker is visible. */
  async start(): Promise<void> {
    this.#loop.start();
    // A database outage must not stop the worker; a later heartbeat will succeed.
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
