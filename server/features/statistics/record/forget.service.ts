import type { PlatformSettings } from '@lectern/contract/features/settings.ts';
import type { Db } from '../../../platform/db/database.ts';
import { dropMonth, forgetAddresses, forgetPeople, listOldMonths } from './forget.repository.ts';

type Settings = { current(): Promise<PlatformSettings> };

const rowsAtOnce = 5_000;

/** Removes and forgets records of access when the settings say so. Sums stay as they are. */
export class ForgetService {
  readonly #db: Db;
  readonly #settings: Settings;

  constructor(db: Db, settings: Settings) {
    this.#db = db;
    this.#settings = settings;
  }

  /** Only what is in the sums: an event that was not counted is not removed. */
  async dropMonths(signal: AbortSignal): Promise<number> {
    const { accessMonths } = await this.#settings.current();
    if (accessMonths === 0) return 0;
    const months = await listOldMonths(this.#db, accessMonths);
    let dropped = 0;
    for (const month of months) {
      if (signal.aborted) break;
      const isGone = await this.#db.transaction().execute((transaction) => dropMonth(transaction, month));
      dropped += Number(isGone);
    }
    return dropped;
  }

  async addresses(signal: AbortSignal): Promise<number> {
    const { accessAddressDays } = await this.#settings.current();
    if (accessAddressDays === 0) return 0;
    return this.#untilNone(signal, () => forgetAddresses(this.#db, accessAddressDays, rowsAtOnce));
  }

  async people(signal: AbortSignal): Promise<number> {
    const { accessPersonDays } = await this.#settings.current();
    if (accessPersonDays === 0) return 0;
    return this.#untilNone(signal, () => forgetPeople(this.#db, accessPersonDays));
  }

  async #untilNone(signal: AbortSignal, some: () => Promise<number>): Promise<number> {
    let total = 0;
    for (let more = true; more && !signal.aborted; ) {
      const count = await some();
      total += count;
      more = count > 0;
    }
    return total;
  }
}
