/** Remembers the latest numbers it was told, and forgets the oldest. */
export class RecentNumbers {
  readonly #seen = new Set<number>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  /** False when the number was told before. */
  add(number: number): boolean {
    if (this.#seen.has(number)) return false;
    this.#seen.add(number);
    if (this.#seen.size > this.#size) {
      for (const oldest of this.#seen) {
        this.#seen.delete(oldest);
        break;
      }
    }
    return true;
  }
}
