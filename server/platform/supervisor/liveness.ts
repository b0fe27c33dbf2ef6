export type LivenessRules = {
  /** How often a process is pinged. */
  intervalMs: number;
  /** A process that misses this many pings in a row counts as hung. */
  misses: number;
  /** The same before the first answer; higher, because compiling everything on a busy machine takes time. */
  missesAtStart: number;
};

const defaultLiveness: LivenessRules = { intervalMs: 5_000, misses: 6, missesAtStart: 24 };

type Liveness = {
  answered(state: { debugged: boolean }): void;
  stop(): void;
};

/**
 * Calls `onHang` when answers stop. It counts pings instead of elapsed time and ignores late ones: after the machine
 * slept, or while it is too busy to run the supervisor, silence proves nothing.
 */
export function watchLiveness(ask: () => void, onHang: () => void, rules: LivenessRules = defaultLiveness): Liveness {
  let answeredOnce = false;
  let answered = false;
  let debugged = false;
  let missed = 0;
  let askedAt = performance.now();

  const timer = setInterval(() => {
    const now = performance.now();
    const late = now - askedAt > 2 * rules.intervalMs;
    askedAt = now;
    // A process paused at a breakpoint is never treated as hung.
    if (answered || debugged) missed = 0;
    else if (!late) missed += 1;
    answered = false;
    if (missed < (answeredOnce ? rules.misses : rules.missesAtStart)) return ask();
    clearInterval(timer);
    onHang();
  }, rules.intervalMs);
  timer.unref();

  return {
    answered(state) {
      answeredOnce = true;
      answered = true;
      debugged = state.debugged;
    },
    stop: () => clearInterval(timer),
  };
}
