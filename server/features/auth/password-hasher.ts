import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../platform/app-error.ts';

/** argon2id, which is the library's default algorithm. */
const cost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 2;
/** A few seconds’ worth; longer waits should be retried instead. */
const longestQueue = 200;

/** In KiB, passes and threads. */
type HashCost = { memoryCost: number; timeCost: number; parallelism: number };

/** Hashes passwords, two at a time: each takes its memory and a core, and the rest of the server needs both. */
export class PasswordHasher {
  readonly #turns: HashTurns;
  readonly #cost: HashCost;
  #decoy: Promise<string> | undefined;

  constructor(options: { longestQueue?: number; cost?: HashCost } = {}) {
    this.#turns = new HashTurns(atOnce, options.longestQueue ?? longestQueue);
    this.#cost = options.cost ?? cost;
  }

  async hash(password: string): Promise<string> {
    return this.#turns.run('trusted', () => hash(password, this.#cost));
  }

  /** Takes the same time whether there is a hash to compare with or not. Strangers wait in a lane of their own. */
  async verify(expected: string | null, password: string, lane: HashLane = 'trusted'): Promise<boolean> {
    const decoy = await this.#decoyHash();
    const matches = await this.#turns.run(lane, () => verify(expected ?? decoy, password));
    return matches && expected !== null;
  }

  /** Made before the first comparison: otherwise the first answer for unknown accounts would be slower. */
  #decoyHash(): Promise<string> {
    this.#decoy ??= hash('nobody’s password', this.#cost).catch((error) => {
      this.#decoy = undefined;
      throw error;
    });
    return this.#decoy;
  }
}

/**
 * `trusted`: someone who is known already. Strangers bring how many guesses of their network are wrong or still undecided,
 * this one included: the fewer, the sooner it is their turn.
 */
export type HashLane = 'trusted' | { networkGuesses: number };

type Waiting = { guesses: number; start: () => void; refuse: () => void };

/** Known people get this many turns for each turn of a stranger, so neither side can starve the other. */
const trustedInRow = 3;

/** A fixed number of turns for hashing: a flood of unknown clients delays neither known people nor other networks. */
export class HashTurns {
  readonly #atOnce: number;
  readonly #longestQueue: number;
  readonly #trusted: Waiting[] = [];
  /** In the order of their turns. */
  readonly #strangers: Waiting[] = [];
  #running = 0;
  #inRow = 0;

  /** `longestQueue` counts known people and strangers apart. */
  constructor(atOnce: number, longestQueue: number) {
    this.#atOnce = atOnce;
    this.#longestQueue = longestQueue;
  }

  async run<Result>(lane: HashLane, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else await this.#turn(lane);
    try {
      return await work();
    } finally {
      const next = this.#next();
      if (next) next.start();
      else this.#running -= 1;
    }
  }

  #turn(lane: HashLane): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = lane === 'trusted' ? this.#trusted : this.#strangers;
      const guesses = lane === 'trusted' ? 0 : lane.networkGuesses;
      const behind = queue.findIndex((waiting) => waiting.guesses > guesses);
      queue.splice(behind < 0 ? queue.length : behind, 0, {
        guesses,
        start: resolve,
        refuse: () => reject(new AppError('overloaded', { retryAfterSeconds: 2 })),
      });
      if (queue.length > this.#longestQueue) queue.pop()?.refuse();
    });
  }

  #next(): Waiting | undefined {
    const strangersTurn = this.#inRow >= trustedInRow && this.#strangers.length > 0;
    const trusted = strangersTurn ? undefined : this.#trusted.shift();
    this.#inRow = trusted ? this.#inRow + 1 : 0;
    return trusted ?? this.#strangers.shift();
  }
}
