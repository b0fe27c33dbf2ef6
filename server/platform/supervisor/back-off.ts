export type BackOffRules = {
  firstMs: number;
  longestMs: number;
  /** A part that served this long is sound again: its next fall counts as the first. */
  healthyAfterMs: number;
};

export const defaultBackOff: BackOffRules = { firstMs: 1_000, longestMs: 30_000, healthyAfterMs: 60_000 };

export type BackOff = { delayAfter(servedMs: number): number };

export function createBackOff(rules: BackOffRules = defaultBackOff): BackOff {
  let next = rules.firstMs;
  return {
    delayAfter(servedMs) {
      if (servedMs >= rules.healthyAfterMs) next = rules.firstMs;
      const delay = next;
      next = Math.min(next * 2, rules.longestMs);
      return delay;
    },
  };
}
