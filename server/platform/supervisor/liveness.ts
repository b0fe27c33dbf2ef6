export type LivenessRules = {
  /** How often a process is asked whether it still responds. */
  intervalMs: number;
  /** A process that leaves this many questions in a row unanswered hangs. */
  misses: number;
  /** The same before its first answer: compiling everything on a busy machine takes its time. */
  missesAtStart: number;
};

const defaultLiveness: LivenessRules = { intervalMs: 5_000, misses: 6, missesAtStart: 24 };

type Liveness = {
  answered(state: { debugged: boolean }): void;
  stop(): void;
};

/**
 * Calls `onHang` once answers stay away. It counts questions instead of elapsed time, and a late one counts for nothing:
 * after the machine slept, or while it is too busy to run the supervisor itself, silence proves nothing.
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
    // Someone at a breakpoint takes as long as they like.
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
