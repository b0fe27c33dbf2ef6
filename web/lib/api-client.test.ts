import { requestTimeoutMs } from '@lectern/contract/constants.ts';
import { findPeople } from '@lectern/contract/features/people.ts';
import { core } from '@lectern/contract/messages/en/core.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { getCurrentUser, logout } from './first-calls.ts';
import { setLanguage } from './i18n/language.ts';
import { notifications } from './notifications.ts';
import { storeSession } from './session.ts';
import { closeWindow, openFreshWindow } from './testing/fresh-window.ts';
import { sampleTokens, sampleUser } from './testing/sample-session.ts';
import { envelope, failure, json, stubApi } from './testing/stub-api.ts';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const people = 'GET /api/people';

async function failed(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`Expected an ApiError, got ${String(error)}`);
  return error;
}

function shown() {
  return notifications.get().map(({ level, title, text }) => ({ level, title, ...(text ? { text } : {}) }));
}

describe('a successful call', () => {
  it.each([200, 201, 202, 203, 204])('is one whose body says %i', async (status) => {
    stubApi({ [people]: () => envelope(['x'], status) });
    await expect(call(findPeople)).resolves.toEqual(['x']);
    expect(shown()).toEqual([]);
  });

  it('follows the body and not the HTTP status', async () => {
    stubApi({ [people]: () => envelope([], 200, 'ok', 500) });
    await expect(call(findPeople)).resolves.toEqual([]);
  });

  it('takes the current user from the result field', async () => {
    const user = sampleUser();
    stubApi({ 'GET /api/admin/auth': () => json({ status: 200, message: 'ok', result: user }) });
    await expect(call(getCurrentUser)).resolves.toEqual(user);
  });

  it('sends pageSize as size, and omits undefined values', async () => {
    const api = stubApi({ [people]: () => envelope([]) });
    await call(findPeople, { query: { pageSize: 20, text: undefined } });
    expect(api.calls[0]?.url.search).toBe('?size=20');
  });

  it('goes out in the current language, with its key against doubling', async () => {
    const api = stubApi({ 'POST /api/auth/outLogin': () => envelope(null, 204) });
    await setLanguage('zh');
    await call(logout, {}, { idempotencyKey: 'once' });
    await setLanguage('en');
    expect(api.calls[0]?.headers).toMatchObject({ 'accept-language': 'zh', 'idempotency-key': 'once' });
  });
});

describe('the Authorization header', () => {
  beforeEach(() => storeSession(sampleTokens({ token: 'secret' })));

  it('carries the stored token', async () => {
    const api = stubApi({ [people]: () => envelope([]) });
    await call(findPeople);
    expect(api.calls[0]?.headers.authorization).toBe('Bearer secret');
  });

  it('is not sent without a stored token', async () => {
    localStorage.clear();
    const api = stubApi({ [people]: () => envelope([]) });
    await call(findPeople);
    expect(api.calls[0]?.headers).not.toHaveProperty('authorization');
  });

  it('is left out for calls without middleware', async () => {
    const api = stubApi({ [people]: () => envelope([]) });
    await call(findPeople, {}, { withoutMiddleware: true });
    expect(api.calls[0]?.headers).not.toHaveProperty('authorization');
  });

  it('is left out for unprefixed calls, which also leave the API base', async () => {
    const api = stubApi({ 'GET /people': () => json({ free: 'form' }) });
    await expect(call(findPeople, {}, { unprefixed: true })).resolves.toEqual({ free: 'form' });
    expect(api.calls[0]?.headers).not.toHaveProperty('authorization');
  });
});

describe('a failed call shows an error and rejects', () => {
  it('shows the message of body status 101 as an error', async () => {
    stubApi({ [people]: () => failure(101, 'That is not possible.', {}, 409) });
    const error = await failed(call(findPeople));
    expect(error).toMatchObject({ kind: 'refused', status: 101, requestId: 'request-1' });
    expect(shown()).toEqual([{ level: 'error', title: 'That is not possible.' }]);
  });

  const others = Object.entries(core.statuses).filter(([status]) => Number(status) >= 300);
  it.each(others)('shows body status %s with its message and the text of the table', async (status, text) => {
    stubApi({ [people]: () => failure(Number(status), 'In plain words.', { code: 'notFound' }) });
    const error = await failed(call(findPeople));
    expect(error).toMatchObject({ kind: 'status', status: Number(status), code: 'notFound' });
    expect(shown()).toEqual([{ level: 'error', title: 'In plain words.', text }]);
  });

  it.each(others)(
    'shows HTTP %s without an envelope under “Request error” with address and text',
    async (status, text) => {
      stubApi({ [people]: () => new Response('<html>', { status: Number(status) }) });
      const error = await failed(call(findPeople, { query: { text: 'a' } }));
      expect(error).toMatchObject({ kind: 'http', status: Number(status) });
      expect(shown()).toEqual([
        { level: 'error', title: `Request error ${status}:`, text: `/api/people?text=a ${text}` },
      ]);
    },
  );

  it('does not take a page that answers 200 for data', async () => {
    stubApi({ [people]: () => new Response('<html>captive portal') });
    await expect(failed(call(findPeople))).resolves.toMatchObject({ kind: 'http' });
    expect(shown()).toEqual([
      { level: 'error', title: 'Request error 200:', text: '/api/people the response could not be read' },
    ]);
  });

  it('treats success: false as an error, whatever its status', async () => {
    stubApi({ [people]: () => json({ success: false, status: 200, message: 'No.' }) });
    await expect(failed(call(findPeople))).resolves.toMatchObject({ kind: 'refused' });
    expect(shown()).toEqual([{ level: 'error', title: 'No.' }]);
  });

  it('takes success: false for an error without an envelope too', async () => {
    stubApi({ [people]: () => json({ success: false, message: 'No.' }) });
    await expect(failed(call(findPeople))).resolves.toMatchObject({ kind: 'refused' });
  });

  it('says that the server cannot be reached when nothing comes back', async () => {
    stubApi({});
    await expect(failed(call(findPeople))).resolves.toMatchObject({ kind: 'network', status: 0 });
    expect(shown()).toEqual([{ level: 'error', title: 'Network anomaly - cannot connect to the server' }]);
  });

  it('gives up after 1,000,000 milliseconds', async () => {
    vi.useFakeTimers();
    stubApi({ [people]: () => new Promise<Response>(() => undefined) });
    const outcome = failed(call(findPeople));
    await vi.advanceTimersByTimeAsync(requestTimeoutMs - 1);
    expect(shown()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(requestTimeoutMs).toBe(1_000_000);
    expect(await outcome).toMatchObject({ kind: 'timeout' });
    expect(shown()).toHaveLength(1);
  });

  it('says nothing when the caller ended it', async () => {
    stubApi({ [people]: () => new Promise<Response>(() => undefined) });
    const leaving = new AbortController();
    const outcome = failed(call(findPeople, {}, { signal: leaving.signal }));
    leaving.abort();
    expect(await outcome).toMatchObject({ kind: 'aborted' });
    expect(shown()).toEqual([]);
  });

  it('stays silent where the caller shows the error itself', async () => {
    stubApi({ [people]: () => failure(500, 'x') });
    await failed(call(findPeople, {}, { quiet: true }));
    expect(shown()).toEqual([]);
  });

  it('stays silent for calls without middleware', async () => {
    stubApi({ [people]: () => failure(105, 'x') });
    storeSession(sampleTokens());
    await expect(failed(call(findPeople, {}, { withoutMiddleware: true }))).resolves.toMatchObject({
      kind: 'loginExpired',
    });
    expect(shown()).toEqual([]);
    expect(localStorage.getItem('token')).toBe('token-1');
  });

  it('shows the same message once while it is on screen', async () => {
    stubApi({});
    await Promise.all([failed(call(findPeople)), failed(call(findPeople))]);
    expect(shown()).toHaveLength(1);
  });
});
