import { vi } from 'vitest';

/** Waits until `check` no longer throws. Generous: a busy machine is slow, and that alone is no failure. */
export function eventually<T>(check: () => T | Promise<T>, timeoutMs = 30_000): Promise<T> {
  return vi.waitFor(check, { timeout: timeoutMs, interval: 50 });
}
