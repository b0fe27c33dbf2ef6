import { setTimeout as sleep } from 'node:timers/promises';

const soonestMs = 20;
const latestMs = 100;

/**
 * Waits until `check` no longer throws. Generous: a busy machine is slow, and that alone is no failure. Looks more rarely
 * the longer it takes: a look every moment at what takes a minute would keep the processor from doing it.
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
