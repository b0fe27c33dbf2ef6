import { accessTokenLifetimeMs } from '@lectern/contract/constants.ts';
import type { SessionTokens } from '@lectern/contract/features/auth.ts';

/** The session kept in this browser. Other windows see changes through the storage event. */
export type StoredSession = {
  token: string;
  refreshToken: string;
  roleId: number | null;
  deptCode: string | null;
  /** By this device's clock, in milliseconds since the epoch. */
  expiresAtMs: number;
};

const items = ['token', 'refreshToken', 'roleId', 'deptCode', 'expiresAt'] as const;
const listeners = new Set<() => void>();
let ended = 0;

window.addEventListener('storage', (event) => {
  if (event.key !== null && event.key !== 'token') return;
  if (event.newValue === null) ended += 1;
  announce();
});

/** Identifies the login within this window; it stays the same when the token is renewed. */
export function loginCount(): number {
  return ended;
}

export function readSession(): StoredSession | null {
  const token = localStorage.getItem('token');
  const refreshToken = localStorage.getItem('refreshToken');
  if (!token || !refreshToken) return null;
  const roleId = Number(localStorage.getItem('roleId'));
  const expiresAtMs = Date.parse(localStorage.getItem('expiresAt') ?? '');
  return {
    token,
    refreshToken,
    roleId: Number.isInteger(roleId) && roleId > 0 ? roleId : null,
    deptCode: localStorage.getItem('deptCode'),
    expiresAtMs: Number.isNaN(expiresAtMs) ? 0 : expiresAtMs,
  };
}

/** Whether a session was stored: an expired login deserves a message, a first visit doesn't. */
export function hadSession(): boolean {
  return localStorage.getItem('token') !== null;
}

export function storeSession(tokens: SessionTokens): void {
  localStorage.setItem('refreshToken', tokens.refreshToken);
  localStorage.setItem('roleId', String(tokens.roleId));
  if (tokens.deptCode === null) localStorage.removeItem('deptCode');
  else localStorage.setItem('deptCode', tokens.deptCode);
  localStorage.setItem('expiresAt', new Date(localExpiry(tokens.expiresAt)).toISOString());
  // Written last, because other windows react to this item and then read the others.
  localStorage.setItem('token', tokens.token);
  announce();
}

export function clearSession(): void {
  ended += 1;
  for (const item of items) localStorage.removeItem(item);
  announce();
}

/** Calls the listener when the stored session changes in this or another window. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Caps the remaining time at the agreed lifetime, so that a wrong local clock doesn't renew before every call or too
 * late.
 */
function localExpiry(expiresAt: string): number {
  const now = Date.now();
  const left = Date.parse(expiresAt) - now;
  return now + (left > 0 && left <= accessTokenLifetimeMs ? left : accessTokenLifetimeMs);
}

function announce(): void {
  for (const listener of [...listeners]) listener();
}
