import { hash, verify } from '@node-rs/argon2';
import { type HashLane, HashTurns } from './hash-turns.ts';

/** argon2id, which is the library's default algorithm. */
const cost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 2;
/** A few seconds' worth; whoever would wait longer had better try again. */
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

  /** Made once and before the first comparison of any kind, so that no account's first answer is slower. */
  #decoyHash(): Promise<string> {
    this.#decoy ??= hash('nobody’s password', this.#cost).catch((error) => {
      this.#decoy = undefined;
      throw error;
    });
    return this.#decoy;
  }
}
