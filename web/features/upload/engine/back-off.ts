const waits = [1_000, 2_000, 4_000, 8_000, 15_000];
const longest = 30_000;

/** How long to wait after so many cuts in a row. */
export function backOffMs(cuts: number): number {
  return waits[cuts] ?? longest;
}
