import { requestCacheLifetimeMs } from '@lectern/contract/constants.ts';

type Entry = { payload: unknown; expiresAtMs: number };

/** Cached GET responses, keyed by token so that no user sees another's. */
const entries = new Map<string, Entry>();

function keyOf(token: string | null, address: string): string {
  return JSON.stringify([token, address]);
}

export function cachedPayload(token: string | null, address: string): { payload: unknown } | undefined {
  const entry = entries.get(keyOf(token, address));
  return entry && entry.expiresAtMs > Date.now() ? entry : undefined;
}

export function keepPayload(token: string | null, address: string, payload: unknown): void {
  const now = Date.now();
  for (const [key, entry] of entries) if (entry.expiresAtMs <= now) entries.delete(key);
  entries.set(keyOf(token, address), { payload, expiresAtMs: now + requestCacheLifetimeMs });
}

/** Called after every change and when the session ends. */
export function emptyResponseCache(): void {
  entries.clear();
}
