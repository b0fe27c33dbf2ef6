/**
 * Position for a manual sort order: halfway between its neighbours, so a move writes one row. null when no number is
 * left between them and all rows must be renumbered.
 */
export function placeBetween(before: number | undefined, after: number | undefined): number | null {
  if (before === undefined) return after === undefined ? 1 : after - 1;
  if (after === undefined) return before + 1;
  const middle = before + (after - before) / 2;
  return middle > before && middle < after ? middle : null;
}
