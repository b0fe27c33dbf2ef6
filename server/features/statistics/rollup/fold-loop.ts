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
/** Events per transaction. */
const eventsPerFold = 50_000;
/** Rest as a multiple of the working time, so under load batches grow and each event costs less. */
const restPerFold = 2;
const restPerCount = 4;
const countMs = 5_000;
/** How long a month waits for late events before its sketches are merged again. */
const monthRestSeconds = 600;

/**
 * Folds new events into the rollups, then counts the viewers of dirty days and months. Every worker runs one, but only
 * one folds at a time; rollups and watermark change in one transaction, so a crash neither loses nor double-counts
 * events.
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
    this.#loop = new BackgroundLoop({ name: 'accessStatistics', everyMs, db, logger, run, due: () => isFoldDue });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Runs until nothing is left to fold or count. */
  async runOnce(): Promise<void> {
    while (await this.fold());
    while (await this.countViewers());
    while (await uniteViewersOfMonth(this.#db, this.#timeZone, 0));
  }

  /** Folds one batch of events; true if there may be more. */
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

  countViewers(): Promise<boolean> {
    return countViewersOfDay(this.#db, this.#timeZone);
  }

  async #run(): Promise<undefined> {
    if (Date.now() >= this.#foldAgainAt) {
      const start = Date.now();
      while (this.#loop.running && (await this.fold()));
      this.#foldAgainAt = Date.now() + (Date.now() - start) * restPerFold;
    }
    const start = Date.now();
    if (start < this.#countAgainAt) return;
    const goesOn = () => this.#loop.running && Date.now() - start < countMs;
    while (goesOn() && (await this.countViewers()));
    while (goesOn() && (await uniteViewersOfMonth(this.#db, this.#timeZone, monthRestSeconds)));
    this.#countAgainAt = Date.now() + (Date.now() - start) * restPerCount;
  }
}

/** Counts the viewers of one dirty day; false if there was none. */
export function countViewersOfDay(db: Db, timeZone: string): Promise<boolean> {
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

/** Merges the viewers of one dirty month; false if there was none. */
export function uniteViewersOfMonth(db: Db, timeZone: string, restSeconds: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const month = await findDirtyMonth(transaction, todayIn(timeZone), restSeconds);
    if (month === undefined) return false;
    await takeFoldLock(transaction);
    await uniteMonth(transaction, month);
    return true;
  });
}
