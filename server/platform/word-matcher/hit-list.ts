import { grown } from './pattern-pool.ts';

/** A page that repeats one word a million times is judged by its first thousand. */
export const mostHitsOfAWord = 1_000;
const mostCandidates = 1_000_000;
const WIDTH = 4;

/** Places where words were found, in numbers: word, start, end, and what was undone. */
export class HitList {
  #numbers: Int32Array = new Int32Array(64 * WIDTH);
  count = 0;

  clear(): void {
    this.count = 0;
    if (this.#numbers.length > 1 << 18) this.#numbers = new Int32Array(64 * WIDTH);
  }

  add(word: number, start: number, end: number, undone: number): void {
    if (this.count >= mostCandidates) return;
    const at = this.count * WIDTH;
    if (at === this.#numbers.length) this.#numbers = grown(this.#numbers, at * 2);
    this.#numbers[at] = word;
    this.#numbers[at + 1] = start;
    this.#numbers[at + 2] = end;
    this.#numbers[at + 3] = undone;
    this.count += 1;
  }

  word(hit: number): number {
    return this.#numbers[hit * WIDTH] as number;
  }

  start(hit: number): number {
    return this.#numbers[hit * WIDTH + 1] as number;
  }

  end(hit: number): number {
    return this.#numbers[hit * WIDTH + 2] as number;
  }

  undone(hit: number): number {
    return this.#numbers[hit * WIDTH + 3] as number;
  }

  /** By word, then the leftmost, then the longest first. */
  sorted(): number[] {
    return Array.from({ length: this.count }, (_, hit) => hit).sort(
      (left, right) =>
        this.word(left) - this.word(right) || this.start(left) - this.start(right) || this.end(right) - this.end(left),
    );
  }
}
