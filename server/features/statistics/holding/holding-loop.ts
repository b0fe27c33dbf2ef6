import { sql } from 'kysely';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../platform/background-loop/background-loop.ts';
import type { Db } from '../../../platform/db/database.ts';
import { sumMonth } from './sum-month.ts';

type Parts = { db: Db; timeZone: string; logger: Logger };

/** While somebody brings in many files the month of today is summed again and again: not too often. */
const lookEveryMs = 5_000;

/** Sums what the library holds, month by month, wherever something changed. Every worker has one; one works at a time. */
export class HoldingLoop {
  readonly #parts: Parts;
  readonly #loop: BackgroundLoop;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { db, logger } = parts;
    this.#loop = new BackgroundLoop({
      name: 'libraryStatistics',
      everyMs: lookEveryMs,
      db,
      logger,
      run: () => this.#look(),
    });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Until every month is summed. */
  async runOnce(): Promise<void> {
    while (await this.sumNext());
  }

  /** One month; answers whether there was one. */
  async sumNext(): Promise<boolean> {
    const { db, timeZone } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      const { rows: locked } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('holdings', 0)) as mine`.execute(transaction);
      if (!locked[0]?.mine) return false;
      const { rows } = await sql<{ month: string }>`
        select month::text as month from (
          select month from holding_changes union select month from holding_months where time_zone <> ${timeZone}) due
        order by due.month desc limit 1`.execute(transaction);
      const [next] = rows;
      if (!next) return false;
      await sumMonth(transaction, next.month, timeZone);
      return true;
    });
  }

  async #look(): Promise<undefined> {
    while (this.#loop.running && (await this.sumNext()));
  }
}
