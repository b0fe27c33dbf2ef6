/**
 * Places in an order that people change by hand: a thing between two others gets the number half way between theirs, so
 * that one row is written for one move. null: no number is left between them, and all must be renumbered.
 */
export function placeBetween(before: number | undefined, after: number | undefined): number | null {
  if (before === undefined) return after === undefined ? 1 : after - 1;
  if (after === undefined) return before + 1;
  const middle = before + (after - before) / 2;
  return middle > before && middle < after ? middle : null;
}
