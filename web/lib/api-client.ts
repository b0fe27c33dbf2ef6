import { type ApiError, isApiError } from './api-error.ts';
import { addressOf, type Callable, type CallOutput, type CallRequest, type PlainRequest } from './callable.ts';
import { currentLanguage } from './i18n/language.ts';
import { cachedPayload, emptyResponseCache, keepPayload } from './response-cache.ts';
import { sendCall } from './send-call.ts';
import { loginCount, readSession } from './session.ts';
import { freshToken } from './session-renewal.ts';

export type CallOptions = {
  signal?: AbortSignal;
  /** Caches the response of a GET for 60 seconds, for this user only. */
  cache?: boolean;
  /** Outside the API base: no Authorization header and no shared failure handling. */
  unprefixed?: boolean;
  /** Within the API base, but without the Authorization header and the shared failure handling. */
  withoutMiddleware?: boolean;
  idempotencyKey?: string;
  /**
   * Suppresses the notification, because the caller shows the error itself; an expired login is still handled. With
   * `answered`, responses without an envelope and missing responses still cause one.
   */
  quiet?: boolean | 'answered';
};

/** A failed call that the shared failure handling covers. */
export type Failure = { error: ApiError; quiet: boolean | 'answered'; token: string | null };
type FailureListener = (failure: Failure) => void;
const failureListeners = new Set<FailureListener>();

export function onFailure(listener: FailureListener): () => void {
  failureListeners.add(listener);
  return () => failureListeners.delete(listener);
}

/** Calls the API. Throws an ApiError after notifying the failure listeners. */
export async function call<C extends Callable>(
  endpoint: C,
  request: CallRequest<C> = {},
  options: CallOptions = {},
): Promise<CallOutput<C>> {
  const plain = request as PlainRequest;
  const flagged = options.unprefixed || options.withoutMiddleware;
  const payload = flagged ? await sendCall(endpoint, plain, options) : await callAsUser(endpoint, plain, options);
  if (endpoint.method !== 'GET') emptyResponseCache();
  return payload as CallOutput<C>;
}

async function callAsUser(endpoint: Callable, request: PlainRequest, options: CallOptions): Promise<unknown> {
  let token = readSession()?.token ?? null;
  const cacheable = options.cache === true && endpoint.method === 'GET';
  const cacheAddress = `${currentLanguage()} ${addressOf(endpoint, request)}`;
  const cached = cacheable ? cachedPayload(token, cacheAddress) : undefined;
  if (cached) return cached.payload;
  try {
    const login = loginCount();
    token = await freshToken();
    let payload: unknown;
    try {
      payload = await sendCall(endpoint, request, { ...options, token });
    } catch (error) {
      token = replacedToken(error, token, login);
      payload = await sendCall(endpoint, request, { ...options, token });
    }
    if (cacheable) keepPayload(token, cacheAddress, payload);
    return payload;
  } catch (error) {
    if (isApiError(error)) report({ error, quiet: options.quiet ?? false, token });
    throw error;
  }
}

/** If another window renewed the token during the call, the login hasn't expired: retry with the newer token. */
function replacedToken(error: unknown, token: string | null, login: number): string {
  const newest = readSession()?.token;
  const replaced = token && newest && newest !== token && login === loginCount();
  if (!replaced || !isApiError(error) || error.kind !== 'loginExpired') throw error;
  return newest;
}

function report(failure: Failure): void {
  for (const listener of [...failureListeners]) listener(failure);
}
