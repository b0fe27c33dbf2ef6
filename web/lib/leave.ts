import { call } from './api-client.ts';
import { logout } from './first-calls.ts';
import { emptyResponseCache } from './response-cache.ts';
import { clearSession, hadSession, onSessionChange } from './session.ts';

const patienceMs = 3_000;
let leftByChoice = false;
let leaving = false;

// Anyone who logged out where the login page already stood was never asked: it must not be said of the next login.
onSessionChange(() => {
  if (!leaving && hadSession()) leftByChoice = false;
});

/** Logs out: tells the server, but does not wait for one that does not answer. */
export async function leave(): Promise<void> {
  if (!hadSession()) return;
  // Noted before the server knows: other calls and windows may hear of the end before its answer comes back.
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

/** A login that ends in the meantime was ended by choice, and is no news. */
export function isLeaving(): boolean {
  return leaving;
}

/** Anyone who logged out does not want to come back to the same page; asked once per logout. */
export function takeLeftByChoice(): boolean {
  const answer = leftByChoice;
  leftByChoice = false;
  return answer;
}

/** Opens a page as a new window would: nothing that was read before is kept, since it was read as someone else. */
export function openAfresh(path: string): void {
  emptyResponseCache();
  window.location.assign(path);
}
