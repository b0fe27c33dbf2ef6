import { NumberRoom } from './number-room.ts';

/** Numbers from one place to another, the second not with them. */
export type Run = readonly [from: number, to: number];

const room = new NumberRoom();

/**
 * Runs of rising numbers as one, each number once. Merged pair by pair: sorting would not know that they rise. The numbers
 * given are overwritten, and what is answered holds until the next are united.
 */
export function uniteRising(numbers: Float64Array, runs: readonly Run[]): Float64Array {
  let read = numbers;
  let written: Float64Array = room.atLeast(numbers.length);
  let left = runs;
  // Of one run, too, only what it has is told.
  do {
    const merged: Run[] = [];
    let count = 0;
    for (let at = 0; at < left.length; at += 2) {
      const from = count;
      count = mergeTwo(read, left[at] ?? [0, 0], left[at + 1] ?? [0, 0], written, from);
      merged.push([from, count]);
    }
    [read, written, left] = [written, read, merged];
  } while (left.length > 1);
  return read.subarray(0, left[0]?.[1] ?? 0);
}

/** Answers where what was written ends. */
function mergeTwo(read: Float64Array, one: Run, other: Run, written: Float64Array, from: number): number {
  let [first, second, count] = [one[0], other[0], from];
  const [firstEnd, secondEnd] = [one[1], other[1]];
  while (first < firstEnd && second < secondEnd) {
    const mine = read[first] as number;
    const theirs = read[second] as number;
    written[count] = Math.min(mine, theirs);
    count += 1;
    if (mine <= theirs) first += 1;
    if (theirs <= mine) second += 1;
  }
  for (; first < firstEnd; first += 1, count += 1) written[count] = read[first] as number;
  for (; second < secondEnd; second += 1, count += 1) written[count] = read[second] as number;
  return count;
}

/** Where what rises begins to be more than that. */
export function endUpTo(rising: Float64Array, [from, to]: Run, most: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] as number) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
