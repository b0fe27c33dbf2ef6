import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../platform/app-error.ts';

/** argon2id, which is the library's default algorithm. */
const cost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 2;
/** A few seconds' worth of hashes; beyond that, clients should retry. */
const longestQueue = 200;

/** `memoryCost` in KiB, `timeCost` in passes, `parallelism` in threads. */
type HashCost = { memoryCost: number; timeCost: number; parallelism: number };

/** Hashes two passwords at a time: each takes memory and a core that the rest of the server needs too. */
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

  /** Takes the same time whether or not there is a hash. Unknown clients queue separately. */
  async verify(expected: string | null, password: string, lane: HashLane = 'trusted'): Promise<boolean> {
    const decoy = await this.#decoyHash();
    const matches = await this.#turns.run(lane, () => verify(expected ?? decoy, password));
    return matches && expected !== null;
  }

  /** Created before the first comparison; otherwise the first answer for an unknown account would be slower. */
  #decoyHash(): Promise<string> {
    this.#decoy ??= hash('nobody’s password', this.#cost).catch((error) => {
      this.#decoy = undefined;
      throw error;
    });
    return this.#decoy;
  }
}

/**
 * `trusted` is for known people. For strangers, `networkGuesses` counts the wrong and undecided guesses of their
 * network including this one: the fewer, the earlier their turn.
 */
export type HashLane = 'trusted' | { networkGuesses: number };

type Waiting = { guesses: number; start: () => void; refuse: () => void };

/** Known people get this many turns for each turn of a stranger, so neither side can starve the other. */
const trustedInRow = 3;

/** Limits concurrent hashing so that a flood from unknown clients delays neither known people nor other networks. */
export class HashTurns {
  readonly #atOnce: number;
  readonly #longestQueue: number;
  readonly #trusted: Waiting[] = [];
  /** In the order they will run. */
  readonly #strangers: Waiting[] = [];
  #running = 0;
  #inRow = 0;

  /** `longestQueue` applies to known people and strangers separately. */
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
