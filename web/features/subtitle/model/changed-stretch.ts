/** Where a list differs from an earlier one: from `head` up to `end`, and what comes after it has moved so far. */
export function changedStretch<Before, After>(
  before: readonly Before[],
  after: readonly After[],
  same: (left: Before | undefined, right: After | undefined) => boolean = Object.is,
): { head: number; end: number; moved: number } {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && same(before[head], after[head])) head += 1;
  let tail = 0;
  while (tail < most - head && same(before[before.length - 1 - tail], after[after.length - 1 - tail])) tail += 1;
  return { head, end: after.length - tail, moved: after.length - before.length };
}
