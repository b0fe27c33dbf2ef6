import { createHash } from 'node:crypto';
import { guessLimit } from '@lectern/contract/constants.ts';
import { normaliseAccount } from '../../platform/account-name.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import { tooMany } from '../../platform/http/rate-limiter.ts';
import { networkOf } from './address-network.ts';
import { BucketQueue } from './bucket-queue.ts';
import { deleteBuckets, findFullUntil, findWindowEnd, returnTry, takeTry } from './guess.repository.ts';

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
type KnownDevice = NonNullable<SignInTry['knownDevice']>;
type Check = () => Promise<boolean>;

/** So many full buckets are remembered: filling one takes ten guesses, so that more of them are hardly ever met. */
const rememberedFull = 1_000;

/** Bounds how often passwords can be guessed. Counts live in the database: no restart, no process forgives any. */
export class GuessLimitService {
  readonly #db: Db;
  readonly #queue = new BucketQueue();
  readonly #fullUntil = new Map<string, number>();

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
      return this.#guessAhead(`guess:device:${deviceKey(knownDevice)}`, check);
    }
    if (addressFullUntil) throw tooMany('tooManyTries', addressFullUntil);
    const right = await this.#guessAhead(accountKey(account), check);
    // Only failures count here; colleagues may all sign in from one address at once.
    if (!right) await takeTry(this.#db, addressKey(address), addressLimit);
    return right;
  }

  /**
   * For codes of the second factor. Counted by person, not by attempt to sign in: a new attempt brings no new guesses.
   * Who knows the password but never had the factor can't use up the guesses of the owner's devices.
   */
  async secondFactor(userId: string, knownDevice: KnownDevice | undefined, check: Check): Promise<boolean> {
    return this.#guess(knownDevice ? `guess:factorDevice:${deviceKey(knownDevice)}` : factorKey(userId), check);
  }

  /** Forgives what strangers guessed wrong. False when there was nothing to forgive. */
  async forgive(transaction: Executor, person: { id: string; account: string }): Promise<boolean> {
    return deleteBuckets(transaction, [accountKey(normaliseAccount(person.account)), factorKey(person.id)]);
  }

  /** For the current password, asked of somebody who is signed in. */
  async passwordOf(userId: string, check: Check): Promise<boolean> {
    return this.#guess(`guess:password:${userId}`, check);
  }

  /**
   * For a check that changes nothing: it is worked out while the try is being taken, and thrown away when the bucket
   * turns out to be full. That is risked only where nobody else is trying and the bucket was not seen full, so that
   * refused guesses cost the server no hash.
   */
  async #guessAhead(key: string, check: Check): Promise<boolean> {
    const seenFull = (this.#fullUntil.get(key) ?? 0) > Date.now();
    if (seenFull || !this.#queue.isIdle(key)) return this.#guess(key, check);
    const judged = check();
    // Looked at only once the try is taken; until then a failure is nobody's.
    judged.catch(() => undefined);
    return this.#guess(key, () => judged);
  }

  /** The try is taken as a wrong guess before its judgement is told, so that parallel ones can't slip by together. */
  async #guess(key: string, check: Check): Promise<boolean> {
    const decide = await this.#queue.take(key, () => takeTry(this.#db, key, guessLimit));
    if (!decide) {
      const until = (await findWindowEnd(this.#db, key)) ?? new Date(Date.now() + guessLimit.windowMs);
      this.#rememberFull(key, until);
      throw tooMany('tooManyTries', until);
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

  #rememberFull(key: string, until: Date): void {
    if (this.#fullUntil.size >= rememberedFull) this.#fullUntil.clear();
    this.#fullUntil.set(key, until.getTime());
  }
}

/** The list of users computes the same key to show who is locked. */
function accountKey(account: string): string {
  return `guess:account:${createHash('sha256').update(account).digest('hex')}`;
}

function factorKey(userId: string): string {
  return `guess:factor:${userId}`;
}

function deviceKey({ userId, hash }: KnownDevice): string {
  return `${userId}:${hash.toString('hex')}`;
}

function addressKey(address: string): string {
  return `guess:address:${networkOf(address)}`;
}
