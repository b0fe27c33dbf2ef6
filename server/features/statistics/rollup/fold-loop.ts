import { sql } from 'kysely';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../platform/background-loop/background-loop.ts';
import type { Db } from '../../../platform/db/database.ts';
import { todayIn } from '../../../platform/local-time.ts';
import { addEvents } from './rollup.repository.ts';
import { countDay, findDirtyDay, findDirtyMonth, saveSettled, uniteMonth } from './viewer-sketch.repository.ts';
import {
  getWatermark,
  isFoldDue,
  readUpperSeq,
  saveWatermark,
  takeFoldLock,
  tryFoldLock,
} from './watermark.repository.ts';

type Dependencies = { db: Db; timeZone: string; logger: Logger };

const everyMs = 1_000;
/** In one transaction. */
const eventsPerFold = 50_000;
/** Folding takes at most a third of the time, counting viewers a fifth: under load, batches grow and events cost less. */
const restPerFold = 2;
const restPerCount = 4;
const countMs = 5_000;
/** Months wait this long for late events before their sketches are united again. */
const monthRestSeconds = 600;

/**
 * Folds new events into the rollups, then counts the viewers of dirty days and months. Every worker has one; one works at a
 * time. Rollups and watermark change in one transaction, so a kill loses nothing and counts nothing twice.
 */
export class FoldLoop {
  readonly #db: Db;
  readonly #timeZone: string;
  readonly #loop: BackgroundLoop;
  #foldAgainAt = 0;
  #countAgainAt = 0;

  constructor({ db, timeZone, logger }: Dependencies) {
    this.#db = db;
    this.#timeZone = timeZone;
    const run = () => this.#run();
    this.#loop = new BackgroundLoop({ name: 'accessStatistics', everyMs, db, logger, run });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Until nothing is left. */
  async runOnce(): Promise<void> {
    while (await this.fold());
    while (await this.settle());
    while (await settleMonth(this.#db, this.#timeZone, 0));
  }

  /** One batch of events; answers whether there may be more. */
  async fold(limit: number = eventsPerFold): Promise<boolean> {
    const timeZone = this.#timeZone;
    const upper = await readUpperSeq(this.#db);
    return this.#db.transaction().execute(async (transaction) => {
      if (!(await tryFoldLock(transaction))) return false;
      const { folded_seq: from } = await getWatermark(transaction);
      const to = Math.max(from, Math.min(upper, from + limit));
      if (to > from) await addEvents(transaction, sql`seq > ${from} and seq <= ${to}`, timeZone);
      await saveWatermark(transaction, { seq: to, timeZone, complete: to >= upper });
      return to < upper;
    });
  }

  settle(): Promise<boolean> {
    return settleDay(this.#db, this.#timeZone);
  }

  async #run(): Promise<undefined> {
    if (!(await isFoldDue(this.#db))) return;
    if (Date.now() >= this.#foldAgainAt) {
      const start = Date.now();
      while (this.#loop.running && (await this.fold()));
      this.#foldAgainAt = Date.now() + (Date.now() - start) * restPerFold;
    }
    const start = Date.now();
    if (start < this.#countAgainAt) return;
    const goesOn = () => this.#loop.running && Date.now() - start < countMs;
    while (goesOn() && (await this.settle()));
    while (goesOn() && (await settleMonth(this.#db, this.#timeZone, monthRestSeconds)));
    this.#countAgainAt = Date.now() + (Date.now() - start) * restPerCount;
  }
}

/** Counts the viewers of one dirty day; answers whether there was one. */
export function settleDay(db: Db, timeZone: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const day = await findDirtyDay(transaction);
    if (day === undefined) {
      await saveSettled(transaction);
      return false;
    }
    await takeFoldLock(transaction);
    const { folded_seq: seq } = await getWatermark(transaction);
    await countDay(transaction, day, { seq, timeZone });
    return true;
  });
}

/** Unites the viewers of one dirty month; answers whether there was one. */
export function settleMonth(db: Db, timeZone: string, restSeconds: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const month = await findDirtyMonth(transaction, todayIn(timeZone), restSeconds);
    if (month === undefined) return false;
    await takeFoldLock(transaction);
    await uniteMonth(transaction, month);
    return true;
  });
}
