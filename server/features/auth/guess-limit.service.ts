import { createHash } from 'node:crypto';
import { guessLimit } from '@lectern/contract/constants.ts';
import { normaliseAccount } from '../../platform/account-name.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import { networkOf } from '../../platform/http/address-network.ts';
import {
  deleteBuckets,
  findWindowEnd,
  returnToken,
  returnTry,
  type TokenBucket,
  takeToken,
  takeTry,
} from '../../platform/http/rate-buckets.ts';
import { tooMany } from '../../platform/http/rate-limiter.ts';
import { BucketQueue } from './bucket-queue.ts';
import type { HashLane } from './password-hasher.ts';

/**
 * Wrong guesses by unknown devices of one network, over all accounts. A campus shares a network, so a morning’s typos
 * must fit; spraying is limited to one guess every ten seconds.
 */
const usualNetworkLimit: TokenBucket = { burst: 60, refillMs: 10_000 };

type SignInTry = {
  /** As normaliseAccount spells it, whether or not the account exists. */
  account: string;
  address: string;
  /** The device's mark and whose it is, when it signed in to this very account before. */
  knownDevice: { userId: string; hash: Buffer } | undefined;
};
type KnownDevice = NonNullable<SignInTry['knownDevice']>;
type Check = () => Promise<boolean>;
/** A check that computes a hash, which waits in the lane that it is given. */
type HashCheck = (lane: HashLane) => Promise<boolean>;

type Bucket = {
  key: string;
  /** False when it is full. */
  take: () => Promise<boolean>;
  giveBack: () => Promise<void>;
  /** When a full one takes tries again, by the instant that its row keeps. */
  reopensAt: (kept: Date | undefined) => Date;
};

/** How many full buckets are remembered. Filling one takes ten guesses, so few are needed. */
const rememberedFull = 1_000;

/** Bounds how often passwords can be guessed. Counts live in the database: no restart, no process forgives any. */
export class GuessLimitService {
  readonly #db: Db;
  readonly #networkLimit: TokenBucket;
  readonly #queue = new BucketQueue();
  readonly #fullUntil = new Map<string, number>();

  constructor(db: Db, networkLimit = usualNetworkLimit) {
    this.#db = db;
    this.#networkLimit = networkLimit;
  }

  /** Costs nothing, so a flood is refused before anything is looked up. Not for devices that may be known. */
  refuseFullNetwork(address: string): void {
    this.#refuseSeenFull(networkKey(address));
  }

  /** Strangers share a bucket per account and one per network. A device of the owner has its own: strangers can't use it up. */
  async signIn({ account, address, knownDevice }: SignInTry, check: HashCheck): Promise<boolean> {
    if (knownDevice) return this.#guessAhead(`guess:device:${deviceKey(knownDevice)}`, () => check('trusted'));
    const key = networkKey(address);
    let networkGuesses = 0;
    const network: Bucket = {
      key,
      take: async () => {
        this.#refuseSeenFull(key);
        networkGuesses = (await takeToken(this.#db, key, this.#networkLimit)) ?? 0;
        return networkGuesses > 0;
      },
      giveBack: () => returnToken(this.#db, key, this.#networkLimit),
      reopensAt: (refilledAt) => this.#nextTokenAt(refilledAt),
    };
    // The network's token is taken before any hash is computed.
    return this.#within(network, () => this.#guessAhead(accountKey(account), () => check({ networkGuesses })));
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

  /** For the current password of someone who is signed in. */
  async passwordOf(userId: string, check: Check): Promise<boolean> {
    return this.#guess(`guess:password:${userId}`, check);
  }

  /**
   * For checks without side effects: runs in parallel with taking the try, and is discarded if the bucket is full. Only
   * while nobody else is trying and the bucket was not seen full, so refused guesses cost no hash.
   */
  async #guessAhead(key: string, check: Check): Promise<boolean> {
    if (this.#isSeenFull(key) || !this.#queue.isIdle(key)) return this.#guess(key, check);
    const judged = check();
    // Awaited after the try is taken; a failure before that is nobody’s.
    judged.catch(() => undefined);
    return this.#guess(key, () => judged);
  }

  #guess(key: string, check: Check): Promise<boolean> {
    const bucket: Bucket = {
      key,
      take: () => takeTry(this.#db, key, guessLimit),
      giveBack: () => returnTry(this.#db, key),
      reopensAt: (windowEnd) => windowEnd ?? new Date(Date.now() + guessLimit.windowMs),
    };
    return this.#within(bucket, check);
  }

  #nextTokenAt(refilledAt = new Date()): Date {
    const { burst, refillMs } = this.#networkLimit;
    return new Date(refilledAt.getTime() - (burst - 1) * refillMs);
  }

  /** Counts the try as wrong before checking it: parallel tries can’t pass the limit together. */
  async #within(bucket: Bucket, check: Check): Promise<boolean> {
    const decide = await this.#queue.take(bucket.key, bucket.take);
    if (!decide) {
      // Before the row is read: guesses that arrive in the meantime are no longer checked ahead.
      this.#rememberFull(bucket.key, bucket.reopensAt(undefined));
      const until = bucket.reopensAt(await findWindowEnd(this.#db, bucket.key));
      this.#rememberFull(bucket.key, until);
      throw tooMany('tooManyTries', until);
    }
    let wrong = false;
    try {
      const right = await check();
      wrong = !right;
      return right;
    } finally {
      // A correct try does not wait for it. If it fails, one try less is left in the window.
      const counted = wrong ? Promise.resolve() : bucket.giveBack();
      void counted.catch(() => undefined).then(decide);
    }
  }

  #isSeenFull(key: string): boolean {
    return (this.#fullUntil.get(key) ?? 0) > Date.now();
  }

  #refuseSeenFull(key: string): void {
    if (this.#isSeenFull(key)) throw tooMany('tooManyTries', new Date(this.#fullUntil.get(key) ?? 0));
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

function networkKey(address: string): string {
  return `guess:network:${networkOf(address)}`;
}
