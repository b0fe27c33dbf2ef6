import { call } from './api-client.ts';
import { logout } from './first-calls.ts';
import { emptyResponseCache } from './response-cache.ts';
import { clearSession, hadSession, onSessionChange } from './session.ts';

const patienceMs = 3_000;
let leftByChoice = false;
let leaving = false;

// A logout from a page that never reads the flag must not affect the next login.
onSessionChange(() => {
  if (!leaving && hadSession()) leftByChoice = false;
});

/** Logs out. Waits for the server only briefly, because it may not respond. */
export async function leave(): Promise<void> {
  if (!hadSession()) return;
  // Set before the call, because other calls and windows may notice the end of the session before its response arrives.
  leftByChoice = true;
  leaving = true;
  try {
    const told = call(logout, {}, { quiet: true }).catch(() => undefined);
    await Promise.race([told, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
    clearSession();
    emptyResponseCache();
  } finally {
    leaving = false;
  }
}

/** A session that ends during logout ended on purpose, so nothing is reported. */
export function isLeaving(): boolean {
  return leaving;
}

/** Whether the user has just logged out and shouldn't return to the same page; resets when read. */
export function consumeIntentionalLeave(): boolean {
  const answer = leftByChoice;
  leftByChoice = false;
  return answer;
}

/** Opens a page with a full reload, so that no data read as another user remains. */
export function openAfresh(path: string): void {
  emptyResponseCache();
  window.location.assign(path);
}
