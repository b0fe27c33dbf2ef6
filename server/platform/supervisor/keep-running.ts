import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodeDoNotRestart } from './exit-codes.ts';
import type { ExitStatus, ReadyNotice, RunningPart } from './running-part.ts';

export type Part = {
  name: string;
  /** A failed launch counts as a crash and is retried. */
  launch(signal: AbortSignal): RunningPart | Promise<RunningPart>;
};

export type PartEvents = {
  onReady?: (name: string, notice: ReadyNotice) => void;
  onFall?: (name: string, cause: ExitStatus | unknown, delayMs: number) => void;
  /** Called when the part exits with the code that says restarting won't help. */
  onRefusal?: (name: string) => void;
};

export type KeptPart = {
  name: string;
  currentPid(): number | undefined;
  /** Stops it for good, even during a start or a back-off pause. */
  stop(): Promise<void>;
};

/** Starts a part and restarts it with growing pauses whenever it exits without being asked to. */
export function keepRunning(part: Part, events: PartEvents, rules?: BackOffRules): KeptPart {
  const stopping = new AbortController();
  const backOff = createBackOff(rules);
  let current: RunningPart | undefined;

  const runOnce = async (): Promise<{ cause: ExitStatus | unknown; servedMs: number }> => {
    let readyAt = Number.POSITIVE_INFINITY;
    try {
      const running = await part.launch(stopping.signal);
      current = running;
      if (stopping.signal.aborted) await running.stop();
      void running.ready.then((notice) => {
        readyAt = Date.now();
        events.onReady?.(part.name, notice);
      });
      const cause = await running.exited;
      return { cause, servedMs: Date.now() - readyAt };
    } catch (cause) {
      return { cause, servedMs: 0 };
    } finally {
      current = undefined;
    }
  };

  const loop = (async () => {
    while (!stopping.signal.aborted) {
      const { cause, servedMs } = await runOnce();
      if (stopping.signal.aborted) return;
      if (isExitStatus(cause) && cause.code === exitCodeDoNotRestart) return events.onRefusal?.(part.name);
      const delayMs = backOff.delayAfter(servedMs);
      events.onFall?.(part.name, cause, delayMs);
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();

  return {
    name: part.name,
    currentPid: () => current?.pid,
    stop: async () => {
      stopping.abort();
      await current?.stop();
      await loop;
    },
  };
}

export function isExitStatus(cause: unknown): cause is ExitStatus {
  return typeof cause === 'object' && cause !== null && 'code' in cause && 'signal' in cause;
}

export type BackOffRules = {
  firstMs: number;
  longestMs: number;
  /** After running this long a part is healthy again: its next crash counts as the first. */
  healthyAfterMs: number;
};

const defaultBackOff: BackOffRules = { firstMs: 1_000, longestMs: 30_000, healthyAfterMs: 60_000 };

type BackOff = { delayAfter(servedMs: number): number };

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
