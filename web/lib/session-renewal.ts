import { refreshRaceMs, renewBeforeMs } from '@lectern/contract/constants.ts';
import type { SessionTokens } from '@lectern/contract/features/auth.ts';
import { ApiError, isApiError } from './api-error.ts';
import { refreshSession } from './first-calls.ts';
import { sendCall } from './send-call.ts';
import { readSession, type StoredSession, storeSession } from './session.ts';

const lockName = 'lectern.session-renewal';
const winnerPollMs = 100;

/** The access token, renewed first if it is about to expire; null without a session. */
export async function freshToken(): Promise<string | null> {
  const session = readSession();
  if (!session || isFresh(session)) return session?.token ?? null;
  try {
    await renewTogether();
  } catch (error) {
    if (!maySendAnyway(error, session)) throw error;
  }
  return readSession()?.token ?? null;
}

let pending: Promise<void> | undefined;

/** Concurrent calls share one renewal. */
function renewTogether(): Promise<void> {
  pending ??= oneWindowAtATime(renew).finally(() => {
    pending = undefined;
  });
  return pending;
}

/** Web Locks need a secure context; elsewhere the server detects the race. */
async function oneWindowAtATime(work: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(lockName, work);
  else await work();
}

async function renew(): Promise<void> {
  const session = readSession();
  if (!session || isFresh(session)) return;
  const { refreshToken } = session;
  try {
    const tokens = await sendCall(refreshSession, { body: { refreshToken } }, { withoutMiddleware: true });
    if (readSession()?.refreshToken === refreshToken) storeSession(tokens as SessionTokens);
  } catch (error) {
    if (isApiError(error) && error.code === 'refreshRaced') await winnersPair(refreshToken, error);
    else throw asExpiry(error);
  }
}

/** Another window won the race, so its token pair appears in the shared storage. */
async function winnersPair(lostToken: string, lost: ApiError): Promise<void> {
  const giveUpAt = Date.now() + refreshRaceMs;
  while (readSession()?.refreshToken === lostToken) {
    if (Date.now() >= giveUpAt) throw expiryOf(lost);
    await new Promise((resolve) => setTimeout(resolve, winnerPollMs));
  }
}

/** A refresh token rejected by the server ends the login; a server that is briefly unavailable doesn't. */
function asExpiry(error: unknown): unknown {
  if (!isApiError(error) || error.kind === 'loginExpired') return error;
  const turnedDown = error.kind === 'refused' || (error.kind === 'status' && error.status < 429);
  return turnedDown ? expiryOf(error) : error;
}

function expiryOf({ message, url, status, requestId }: ApiError): ApiError {
  return new ApiError({ kind: 'loginExpired', message, url, status, requestId });
}

function maySendAnyway(error: unknown, session: StoredSession): boolean {
  return isApiError(error) && error.kind !== 'loginExpired' && session.expiresAtMs > Date.now();
}

function isFresh(session: StoredSession): boolean {
  return session.expiresAtMs - Date.now() >= renewBeforeMs;
}
