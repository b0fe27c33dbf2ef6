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
 * Wrong guesses allowed for unknown devices of one network, over all accounts. A campus shares a network, so a
 * morning's typos must fit; password spraying is limited to one guess every ten seconds.
 */
const usualNetworkLimit: TokenBucket = { burst: 60, refillMs: 10_000 };

type SignInTry = {
  /** Normalised by `normaliseAccount`, whether or not the account exists. */
  account: string;
  address: string;
  /** The device's mark and its user; undefined unless it has signed in to this account before. */
  knownDevice: { userId: string; hash: Buffer } | undefined;
};
type KnownDevice = NonNullable<SignInTry['knownDevice']>;
type Check = () => Promise<boolean>;
/** A check that computes a password hash, queued in the given lane. */
type HashCheck = (lane: HashLane) => Promise<boolean>;

type Bucket = {
  key: string;
  /** False when the bucket is full. */
  take: () => Promise<boolean>;
  giveBack: () => Promise<void>;
  /** When a full bucket accepts attempts again; `kept` is the time stored in its row, undefined if it wasn't read. */
  reopensAt: (kept: Date | undefined) => Date;
};

/** How many full buckets are remembered. Filling one takes ten guesses, so few are needed. */
const rememberedFull = 1_000;

/**
 * Limits how often passwords can be guessed. Counts are in the database, so restarts and other processes don't reset
 * them.
 */
export class GuessLimitService {
  readonly #db: Db;
  readonly #networkLimit: TokenBucket;
  readonly #queue = new BucketQueue();
  readonly #fullUntil = new Map<string, number>();

  constructor(db: Db, networkLimit = usualNetworkLimit) {
    this.#db = db;
    this.#networkLimit = networkLimit;
  }

  /** Checks memory only, so a flood is refused before any query. Don't call it for devices that may be known. */
  refuseFullNetwork(address: string): void {
    this.#refuseSeenFull(networkKey(address));
  }

  /**
   * Unknown devices share one bucket per account and one per network. A known device of the owner has its own, so
   * strangers can't use it up.
   */
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
   * Limits second-factor codes per person, not per sign-in, so signing in again brings no new guesses. Known devices
   * have their own bucket, so someone with only the password can't use up the owner's guesses.
   */
  async secondFactor(userId: string, knownDevice: KnownDevice | undefined, check: Check): Promise<boolean> {
    return this.#guess(knownDevice ? `guess:factorDevice:${deviceKey(knownDevice)}` : factorKey(userId), check);
  }

  /** Clears wrong guesses by unknown devices; false when there were none. */
  async forgive(transaction: Executor, person: { id: string; account: string }): Promise<boolean> {
    return deleteBuckets(transaction, [accountKey(normaliseAccount(person.account)), factorKey(person.id)]);
  }

  async passwordOf(userId: string, check: Check): Promise<boolean> {
    return this.#guess(`guess:password:${userId}`, check);
  }

  /**
   * Runs a side-effect-free check in parallel with taking a token and discards it if the bucket is full. Only when no
   * other attempt is queued and the bucket wasn't seen full, so refused guesses cost no hash.
   */
  async #guessAhead(key: string, check: Check): Promise<boolean> {
    if (this.#isSeenFull(key) || !this.#queue.isIdle(key)) return this.#guess(key, check);
    const judged = check();
    // Awaited only after the token is taken; this prevents an unhandled rejection until then.
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

  /** Counts the attempt as wrong before checking it, so parallel attempts can't exceed the limit. */
  async #within(bucket: Bucket, check: Check): Promise<boolean> {
    const decide = await this.#queue.take(bucket.key, bucket.take);
    if (!decide) {
      // Remember before reading the row, so guesses arriving in the meantime are no longer checked ahead.
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
      // A correct attempt doesn't wait for its token to be returned. If that fails, the window has one attempt fewer.
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

/** The user list computes the same key to show who is locked. */
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
