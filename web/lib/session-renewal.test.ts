import { findPeople } from '@lectern/contract/features/people.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from './api-client.ts';
import { notifications } from './notifications.ts';
import { readSession, storeSession } from './session.ts';
import { closeWindow, openFreshWindow } from './testing/fresh-window.ts';
import { sampleTokens } from './testing/sample-session.ts';
import { envelope, failure, stubApi } from './testing/stub-api.ts';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const people = 'GET /api/people';
const refresh = 'POST /api/auth/refresh';
const second = 1_000;
const renewed = () => sampleTokens({ token: 'token-2', refreshToken: 'refresh-2' });

function storeEndingIn(milliseconds: number): void {
  storeSession(sampleTokens());
  localStorage.setItem('expiresAt', new Date(Date.now() + milliseconds).toISOString());
}

describe('the token', () => {
  it('is renewed before sending when less than a minute is left', async () => {
    storeEndingIn(59 * second);
    const api = stubApi({ [refresh]: () => envelope(renewed()), [people]: () => envelope([]) });
    await call(findPeople);
    expect(api.calls.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([refresh, people]);
    expect(api.sent(refresh)[0]).toMatchObject({ body: { refreshToken: 'refresh-1' } });
    expect(api.sent(refresh)[0]?.headers).not.toHaveProperty('authorization');
    expect(api.sent(people)[0]?.headers.authorization).toBe('Bearer token-2');
    expect(readSession()).toMatchObject({ token: 'token-2', refreshToken: 'refresh-2' });
  });

  it('is renewed by a laptop that wakes up long after it ended', async () => {
    storeEndingIn(-8 * 3_600 * second);
    const api = stubApi({ [refresh]: () => envelope(renewed()), [people]: () => envelope([]) });
    await expect(call(findPeople)).resolves.toEqual([]);
    expect(api.sent(people)[0]?.headers.authorization).toBe('Bearer token-2');
    expect(notifications.get()).toEqual([]);
  });

  it('is left alone while a minute or more is left', async () => {
    storeEndingIn(61 * second);
    const api = stubApi({ [people]: () => envelope([]) });
    await call(findPeople);
    expect(api.sent(refresh)).toEqual([]);
  });

  it('is renewed once for calls that go out together', async () => {
    storeEndingIn(0);
    const api = stubApi({ [refresh]: () => envelope(renewed()), [people]: () => envelope([]) });
    await Promise.all(Array.from({ length: 10 }, () => call(findPeople)));
    expect(api.sent(refresh)).toHaveLength(1);
    expect(new Set(api.sent(people).map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer token-2']));
  });

  it('is renewed by one window at a time: who waited for the lock finds it done', async () => {
    storeEndingIn(0);
    const request = vi.fn(async (_name: string, work: () => Promise<void>) => {
      storeSession(renewed());
      await work();
    });
    vi.stubGlobal('navigator', { ...navigator, locks: { request } });
    const api = stubApi({ [people]: () => envelope([]) });
    await call(findPeople);
    expect(request).toHaveBeenCalledOnce();
    expect(api.sent(refresh)).toEqual([]);
    expect(api.sent(people)[0]?.headers.authorization).toBe('Bearer token-2');
  });

  it('that lost a race is replaced by the winner’s pair from the shared storage', async () => {
    vi.useFakeTimers();
    storeEndingIn(0);
    const api = stubApi({
      [refresh]: () => failure(409, 'raced', { code: 'refreshRaced' }, 409),
      [people]: () => envelope([]),
    });
    const outcome = call(findPeople);
    await vi.advanceTimersByTimeAsync(300);
    storeSession(renewed());
    await vi.advanceTimersByTimeAsync(200);
    await expect(outcome).resolves.toEqual([]);
    expect(api.sent(people)[0]?.headers.authorization).toBe('Bearer token-2');
    expect(notifications.get()).toEqual([]);
  });

  it('that lost a race without a winner in sight ends the login', async () => {
    vi.useFakeTimers();
    storeEndingIn(0);
    stubApi({ [refresh]: () => failure(409, 'raced', { code: 'refreshRaced' }, 409) });
    const outcome = expect(call(findPeople)).rejects.toMatchObject({ kind: 'loginExpired' });
    await vi.advanceTimersByTimeAsync(11 * second);
    await outcome;
    expect(readSession()).toBeNull();
  });

  it.each([
    ['expired', () => failure(104, 'x', {}, 401)],
    ['revoked', () => failure(105, 'x', {}, 401)],
    ['not accepted', () => failure(422, 'x', {}, 422)],
  ])('whose refresh token is %s ends the login with one message', async (_why, answer) => {
    storeEndingIn(0);
    stubApi({ [refresh]: answer });
    const outcomes = await Promise.allSettled([call(findPeople), call(findPeople)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(notifications.get()).toMatchObject([{ title: 'login expired, please log in again', repeats: 0 }]);
    expect(readSession()).toBeNull();
  });

  it('is used to its end while the server cannot renew it', async () => {
    storeEndingIn(20 * second);
    const api = stubApi({ [refresh]: () => failure(503, 'x', {}, 503), [people]: () => envelope([]) });
    await expect(call(findPeople)).resolves.toEqual([]);
    expect(api.sent(people)[0]?.headers.authorization).toBe('Bearer token-1');
  });

  it('outlives a server that is away: the call fails, the login stays', async () => {
    storeEndingIn(-second);
    stubApi({});
    await expect(call(findPeople)).rejects.toMatchObject({ kind: 'network' });
    expect(readSession()).toMatchObject({ refreshToken: 'refresh-1' });
  });

  it('is not stored when the user logged out while it was on its way', async () => {
    storeEndingIn(0);
    stubApi({
      [refresh]: () => {
        localStorage.clear();
        return envelope(renewed());
      },
      [people]: () => envelope([]),
    });
    await call(findPeople);
    expect(readSession()).toBeNull();
  });
});

describe('the stored expiry', () => {
  it('is measured by this machine’s clock when the server’s differs', () => {
    const yearAhead = new Date(Date.now() + 365 * 86_400_000).toISOString();
    const longAgo = new Date(0).toISOString();
    for (const expiresAt of [yearAhead, longAgo]) {
      storeSession(sampleTokens({ expiresAt }));
      const left = (readSession()?.expiresAtMs ?? 0) - Date.now();
      expect(left).toBeGreaterThan(29 * 60 * second);
      expect(left).toBeLessThanOrEqual(30 * 60 * second);
    }
  });
});
