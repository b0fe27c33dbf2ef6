import os from 'node:os';
import { sql } from 'kysely';
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
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Settles after the first beat: whoever asks from then on sees it. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#beat(), beatEveryMs);
    await this.#beat();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#db
      .deleteFrom('workers')
      .where('id', '=', this.#id)
      .execute()
      .catch(() => undefined);
  }

  /** A database that is away is no reason to fall: the next beat is heard again. */
  async #beat(): Promise<void> {
    await this.#db
      .insertInto('workers')
      .values({ id: this.#id, name: this.name, started_at: this.#startedAt })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ last_seen_at: sql`now()` }))
      .execute()
      .catch(() => undefined);
  }
}
