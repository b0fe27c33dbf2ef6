import { createHash } from 'node:crypto';
import { guessLimit } from '@lectern/contract/constants.ts';
import type { Db } from '../../platform/db/database.ts';
import { tooMany } from '../../platform/http/rate-limiter.ts';
import { networkOf } from './address-network.ts';
import { BucketQueue } from './bucket-queue.ts';
import { findFullUntil, findWindowEnd, returnTry, takeTry } from './guess.repository.ts';

/** A campus shares one address: generous, and only there to make spraying over many accounts slow. */
const addressLimit = { tries: 100, windowMs: guessLimit.windowMs } as const;

export type SignInTry = {
  /** As normaliseAccount spells it; whether somebody has it makes no difference. */
  account: string;
  address: string;
  /** What addressFullUntil told: asked for apart, so that it can be asked together with the account. */
  addressFullUntil: Date | undefined;
  /** The device's mark and whose it is, when it signed in to this very account before. */
  knownDevice: { userId: string; hash: Buffer } | undefined;
};
type Check = () => Promise<boolean>;

/** Bounds how often passwords can be guessed. Counts live in the database: no restart, no process forgives any. */
export class GuessLimitService {
  readonly #db: Db;
  readonly #queue = new BucketQueue();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Until when too many tries over all accounts came from there; nothing while there is room. */
  addressFullUntil(address: string): Promise<Date | undefined> {
    return findFullUntil(this.#db, addressKey(address), addressLimit.tries);
  }

  /** Strangers share one bucket per account. A device of the owner has its own: strangers can't use it up. */
  async signIn({ account, address, addressFullUntil, knownDevice }: SignInTry, check: Check): Promise<boolean> {
    if (knownDevice) {
      return this.#guess(`guess:device:${knownDevice.userId}:${knownDevice.hash.toString('hex')}`, check);
    }
    if (addressFullUntil) throw tooMany('tooManyTries', addressFullUntil);
    const right = await this.#guess(`guess:account:${createHash('sha256').update(account).digest('hex')}`, check);
    // Only failures count here; colleagues may all sign in from one address at once.
    if (!right) await takeTry(this.#db, addressKey(address), addressLimit);
    return right;
  }

  /** For the current password, asked of somebody who is signed in. */
  async passwordOf(userId: string, check: Check): Promise<boolean> {
    return this.#guess(`guess:password:${userId}`, check);
  }

  /** The try is taken as a wrong guess before it is judged, so that parallel ones can't slip by together. */
  async #guess(key: string, check: Check): Promise<boolean> {
    const decide = await this.#queue.take(key, () => takeTry(this.#db, key, guessLimit));
    if (!decide) {
      const until = await findWindowEnd(this.#db, key);
      throw tooMany('tooManyTries', until ?? new Date(Date.now() + guessLimit.windowMs));
    }
    let wrong = false;
    try {
      const right = await check();
      wrong = !right;
      return right;
    } finally {
      // Who was right does not wait for it. Should it fail, one try less is left until the window ends.
      const counted = wrong ? Promise.resolve() : returnTry(this.#db, key);
      void counted.catch(() => undefined).then(decide);
    }
  }
}

function addressKey(address: string): string {
  return `guess:address:${networkOf(address)}`;
}
