import { sql } from 'kysely';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../platform/background-loop/background-loop.ts';
import type { Db } from '../../../platform/db/database.ts';
import {
  addEvents,
  isAnythingDue,
  readFoldState,
  readUpperSeq,
  saveFolded,
  takeFoldLock,
  touchFolded,
  tryFoldLock,
} from './fold.repository.ts';
import { keepBusyOwners } from './owner-cells.ts';
import { settleRecents } from './recent.ts';
import { findUnsettledDay, saveSettled, settleDay } from './viewer.repository.ts';
import { settleNextSpan } from './viewer-span.ts';

type Parts = { db: Db; timeZone: string; logger: Logger };

const lookEveryMs = 1_000;
/** So many events are summed in one transaction. */
export const eventsAtOnce = 50_000;
/** Summing takes a third of the time at most, and the more there is at once, the less each event costs. */
const restPerFold = 2;
/** Counting people takes a fifth of the time at most. */
const restPerWork = 4;
/** Under way for so long at most, so that what is there is shown. */
const patienceMs = 5_000;

/** Who is used much changes slowly. */
const ownersEveryMs = 24 * 3_600_000;

/** Weeks and months that are over wait so long for what comes late, before they are put together anew. */
const spanRestSeconds = 600;

/** What comes late to the last days waits so long for more of it. */
const recentsEveryMs = 600_000;

/**
 * Sums events as they come, all the time, and counts the people of each day to which some came. Every worker has one; one
 * works at a time. A kill at any point loses nothing and counts nothing twice: the sums and how far they are change together.
 */
export class FoldLoop {
  readonly #parts: Parts;
  readonly #loop: BackgroundLoop;
  #foldAgainAt = 0;
  #restUntil = 0;
  #recentsDueAt = 0;
  #ownersDueAt = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { db, logger } = parts;
    this.#loop = new BackgroundLoop({
      name: 'accessStatistics',
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

  /** Everything that is there by now: for tests, and for whoever stops the clock. */
  async runOnce(): Promise<void> {
    while (await this.fold());
    while (await this.settle());
    while (await this.settleSpan(0));
    await this.settleRecents();
  }

  /** One piece of what came in; answers whether there may be more. */
  async fold(atOnce: number = eventsAtOnce): Promise<boolean> {
    const { db, timeZone } = this.#parts;
    const upper = await readUpperSeq(db);
    return db.transaction().execute(async (transaction) => {
      if (!(await tryFoldLock(transaction))) return false;
      const { folded_seq: from } = await readFoldState(transaction);
      const to = Math.min(upper, from + atOnce);
      if (to <= from) {
        await touchFolded(transaction);
        return false;
      }
      await addEvents(transaction, sql`seq > ${from} and seq <= ${to}`, timeZone);
      await saveFolded(transaction, { seq: to, timeZone, complete: to === upper });
      return to < upper;
    });
  }

  /** The people of one day; answers whether there was one. */
  async settle(): Promise<boolean> {
    const { db, timeZone } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      const day = await findUnsettledDay(transaction);
      if (day === undefined) {
        await saveSettled(transaction);
        return false;
      }
      await takeFoldLock(transaction);
      const { folded_seq: seq } = await readFoldState(transaction);
      await settleDay(transaction, day, { seq, timeZone });
      return true;
    });
  }

  /** The people of a week, month or quarter that is over; answers whether there was one. */
  settleSpan(restSeconds: number = spanRestSeconds): Promise<boolean> {
    return settleNextSpan(this.#parts, restSeconds);
  }

  /** The people of the last days; answers whether they were put together anew. */
  settleRecents(): Promise<boolean> {
    return settleRecents(this.#parts);
  }

  /** Sums of what belongs to those whose things are used much; answers whether there was anybody new. */
  async keepOwners(moreThan?: number): Promise<boolean> {
    return (await keepBusyOwners(this.#parts, { moreThan })) > 0;
  }

  async #look(): Promise<undefined> {
    if (!(await isAnythingDue(this.#parts.db))) return;
    if (Date.now() >= this.#foldAgainAt) {
      const begins = Date.now();
      while (this.#loop.running && (await this.fold()));
      this.#foldAgainAt = Date.now() + (Date.now() - begins) * restPerFold;
    }
    const began = Date.now();
    if (began < this.#restUntil) return;
    while (this.#loop.running && Date.now() - began < patienceMs && (await this.settle()));
    while (this.#loop.running && Date.now() - began < patienceMs && (await this.settleSpan()));
    if (this.#loop.running && began >= this.#recentsDueAt) {
      this.#recentsDueAt = began + recentsEveryMs;
      await this.settleRecents();
    }
    if (began >= this.#ownersDueAt) {
      this.#ownersDueAt = began + ownersEveryMs;
      await this.keepOwners();
    }
    this.#restUntil = Date.now() + (Date.now() - began) * restPerWork;
  }
}
