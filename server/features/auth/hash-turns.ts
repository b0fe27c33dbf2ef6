import { AppError } from '../../platform/app-error.ts';

/**
 * `trusted`: someone who is known already. Strangers bring how many guesses of their network are wrong or still undecided,
 * this one included: the fewer, the sooner it is their turn.
 */
export type HashLane = 'trusted' | { networkGuesses: number };

type Waiting = { guesses: number; start: () => void; refuse: () => void };

/** Known people get this many turns for each turn of a stranger, so neither side can starve the other. */
const trustedInRow = 3;

/** Hands out a fixed number of turns, so that a flood of strangers delays neither known people nor other networks. */
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
