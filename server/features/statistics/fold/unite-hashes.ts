/** Several rows of rising numbers as one, each number once. Merged pair by pair: sorting would not know that they rise. */
export function uniteRising(rows: readonly Float64Array[]): Float64Array {
  let left = rows;
  while (left.length > 1) {
    const merged: Float64Array[] = [];
    for (let at = 0; at < left.length; at += 2) {
      const [one, other] = [left[at] as Float64Array, left[at + 1]];
      merged.push(other ? mergeTwo(one, other) : one);
    }
    left = merged;
  }
  return left[0] ?? new Float64Array();
}

function mergeTwo(one: Float64Array, other: Float64Array): Float64Array {
  const merged = new Float64Array(one.length + other.length);
  let [count, first, second] = [0, 0, 0];
  while (first < one.length && second < other.length) {
    const mine = one[first] as number;
    const theirs = other[second] as number;
    merged[count] = Math.min(mine, theirs);
    count += 1;
    if (mine <= theirs) first += 1;
    if (theirs <= mine) second += 1;
  }
  for (; first < one.length; first += 1, count += 1) merged[count] = one[first] as number;
  for (; second < other.length; second += 1, count += 1) merged[count] = other[second] as number;
  return merged.subarray(0, count);
}

/** How many of what rises are no more than that. */
export function countUpTo(rising: Float64Array, most: number): number {
  let [from, to] = [0, rising.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rising[middle] as number) <= most) from = middle + 1;
    else to = middle;
  }
  return from;
}
