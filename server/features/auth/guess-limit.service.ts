import { createHash } from 'node:crypto';
import { guessLimit } from '@lectern/contract/constants.ts';
import type { Db } from '../../platform/db/database.ts';
import { tooMany } from '../../platform/http/rate-limiter.ts';
import { networkOf } from './address-network.ts';
import { findWindowEnd, returnTry, takeTry } from './guess.repository.ts';

/** A campus shares one address: generous, and only there to make spraying over many accounts slow. */
const addressLimit = { tries: 100, windowMs: guessLimit.windowMs } as const;

type Bucket = { key: string; limit: { tries: number; windowMs: number } };

/** A try that is counted as a wrong guess until it proves right. */
export type Reservation = { giveBack(): Promise<void> };

export type SignInTry = {
  /** As normaliseAccount spells it; whether somebody has it makes no difference. */
  account: string;
  address: string;
  /** The device's mark and whose it is, when it signed in to this very account before. */
  knownDevice: { userId: string; hash: Buffer } | undefined;
};

/** Bounds how often passwords can be guessed. Counts live in the database: no restart, no process forgives any. */
export class GuessLimitService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Strangers share one bucket per account. A device of the owner has its own: strangers can't use it up. */
  async reserveSignIn({ account, address, knownDevice }: SignInTry): Promise<Reservation> {
    if (knownDevice) {
      const key = `guess:device:${knownDevice.userId}:${knownDevice.hash.toString('hex')}`;
      return this.#reserve([{ key, limit: guessLimit }]);
    }
    return this.#reserve([
      { key: `guess:address:${networkOf(address)}`, limit: addressLimit },
      { key: `guess:account:${createHash('sha256').update(account).digest('hex')}`, limit: guessLimit },
    ]);
  }

  /** For the current password, asked of somebody who is signed in. */
  async reservePasswordCheck(userId: string): Promise<Reservation> {
    return this.#reserve([{ key: `guess:password:${userId}`, limit: guessLimit }]);
  }

  async #reserve(buckets: readonly Bucket[]): Promise<Reservation> {
    const taken: string[] = [];
    for (const { key, limit } of buckets) {
      if (!(await takeTry(this.#db, key, limit))) {
        await this.#return(taken);
        throw tooMany('tooManyTries', (await findWindowEnd(this.#db, key)) ?? new Date(Date.now() + limit.windowMs));
      }
      taken.push(key);
    }
    return { giveBack: () => this.#return(taken) };
  }

  async #return(keys: readonly string[]): Promise<void> {
    for (const key of keys) await returnTry(this.#db, key);
  }
}
