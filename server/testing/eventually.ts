import { setTimeout as sleep } from 'node:timers/promises';

const soonestMs = 20;
const latestMs = 100;

/**
 * Retries until `check` no longer throws, with a generous timeout because a slow machine is not a failure. Polls less
 * often over time so that polling doesn't slow down the work it waits for.
 */
export async function eventually<T>(check: () => T | Promise<T>, timeoutMs = 90_000): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    const waitedMs = performance.now() - startedAt;
    try {
      return await check();
    } catch (error) {
      if (waitedMs > timeoutMs) throw error;
    }
    await sleep(Math.min(latestMs, Math.max(soonestMs, waitedMs / 10)));
  }
}
