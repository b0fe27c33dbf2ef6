const longestMs = 10_000;

/** The pause after consecutive failures: 2, 4, 8, then 10 seconds. */
export function backOffMs(failures: number): number {
  return Math.min(longestMs, 1_000 * 2 ** failures);
}
