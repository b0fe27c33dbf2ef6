import { dot, type Vector } from './score-sentences.ts';

/** How many sentences before and after a place are compared. */
const around = 6;

/** How much the words change at each place between two sentences, from 0 to 1; one entry fewer than there are sentences. */
export function shiftsOf(vectors: readonly Vector[]): number[] {
  const shifts: number[] = [];
  const before = new Sum();
  const after = new Sum();
  for (const vector of vectors.slice(0, around + 1)) after.add(vector, 1);
  for (let at = 0; at + 1 < vectors.length; at += 1) {
    const moved = vectors[at] ?? new Map();
    after.add(moved, -1);
    if (at > 0) {
      const next = vectors[at + around];
      if (next) after.add(next, 1);
    }
    before.add(moved, 1);
    const left = vectors[at - around];
    if (left) before.add(left, -1);
    shifts.push(1 - before.likeness(after));
  }
  return shifts;
}

/** Where a text is cut: the greatest shifts that leave pieces of a fair size, in the order of reading. */
export function cutAt(
  shifts: readonly number[],
  { most, far }: { most: number; far: (left: number, right: number) => boolean },
): number[] {
  const mean = shifts.reduce((sum, shift) => sum + shift, 0) / Math.max(1, shifts.length);
  const ranked = shifts
    .map((shift, at) => ({ shift, at }))
    .filter(({ shift }) => shift > mean)
    .sort((left, right) => right.shift - left.shift || left.at - right.at);
  const cuts: number[] = [];
  for (const { at } of ranked) {
    if (cuts.length >= most) break;
    const sorted = [-1, ...cuts, shifts.length].sort((left, right) => left - right);
    const index = sorted.findIndex((cut) => cut > at);
    const [previous = -1, next = shifts.length] = [sorted[index - 1], sorted[index]];
    if (at !== previous && far(previous, at) && far(at, next)) cuts.push(at);
  }
  return cuts.sort((left, right) => left - right);
}

/** Some vectors together, and how long the sum is, kept up to date. */
class Sum {
  readonly #terms = new Map<string, number>();

  add(vector: Vector, sign: 1 | -1): void {
    for (const [term, value] of vector) {
      const sum = (this.#terms.get(term) ?? 0) + sign * value;
      if (sum < 1e-9) this.#terms.delete(term);
      else this.#terms.set(term, sum);
    }
  }

  likeness(other: Sum): number {
    const length = Math.sqrt(dot(this.#terms, this.#terms) * dot(other.#terms, other.#terms));
    return length === 0 ? 0 : dot(this.#terms, other.#terms) / length;
  }
}
