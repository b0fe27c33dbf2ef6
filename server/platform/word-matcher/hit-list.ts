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

  /** Of each word the leftmost first, then the longest. They come nearly in that order, so little is left to sort. */
  byWord(): Map<number, number[]> {
    const found = new Map<number, number[]>();
    for (let hit = 0; hit < this.count; hit += 1) {
      const word = this.word(hit);
      const others = found.get(word);
      if (others) others.push(hit);
      else found.set(word, [hit]);
    }
    for (const hits of found.values()) {
      hits.sort((left, right) => this.start(left) - this.start(right) || this.end(right) - this.end(left));
    }
    return found;
  }
}
