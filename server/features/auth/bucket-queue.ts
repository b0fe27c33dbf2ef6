/** A try that is counted; to be called once it is judged and the count is right again. */
export type Decide = () => void;
type Take = () => Promise<boolean>;

/**
 * The order of this process's tries at one bucket. They are taken one after another; when the bucket is full only
 * because tries are still undecided, the next waits for those: one of them may be right and make room.
 */
export class BucketQueue {
  readonly #tails = new Map<string, Promise<unknown>>();
  readonly #undecided = new Map<string, Set<Promise<void>>>();

  /** Nobody is at this bucket now, as far as this process knows. */
  isIdle(key: string): boolean {
    return !this.#tails.has(key) && !this.#undecided.has(key);
  }

  /** Nothing when the bucket is full for good. */
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
