/** Call once the attempt is judged and the bucket's count is correct again. */
export type Decide = () => void;
type Take = () => Promise<boolean>;

/**
 * Queues this process's attempts per bucket. When a bucket is full only because of undecided attempts, the next one
 * waits, because one of them may succeed and return its token.
 */
export class BucketQueue {
  readonly #tails = new Map<string, Promise<unknown>>();
  readonly #undecided = new Map<string, Set<Promise<void>>>();

  /** Whether this process has no queued or undecided attempt for the bucket. */
  isIdle(key: string): boolean {
    return !this.#tails.has(key) && !this.#undecided.has(key);
  }

  /** Undefined when the bucket is full. */
  async take(key: string, take: Take): Promise<Decide | undefined> {
    const turn = (this.#tails.get(key) ?? Promise.resolve()).then(() => this.#takeInTurn(key, take));
    const tail = turn
      .catch(() => undefined)
      .then(() => {
        if (this.#tails.get(key) === tail) this.#tails.delete(key);
      });
    this.#tails.set(key, tail);
    return turn;
  }

  async #takeInTurn(key: string, take: Take): Promise<Decide | undefined> {
    while (!(await take())) {
      const undecided = this.#undecided.get(key);
      if (!undecided) return undefined;
      await Promise.race(undecided);
    }
    return this.#addUndecided(key);
  }

  #addUndecided(key: string): Decide {
    const { promise, resolve } = Promise.withResolvers<void>();
    const undecided = this.#undecided.get(key) ?? new Set();
    this.#undecided.set(key, undecided.add(promise));
    return () => {
      undecided.delete(promise);
      if (undecided.size === 0) this.#undecided.delete(key);
      resolve();
    };
  }
}
