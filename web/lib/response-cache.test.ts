import { requestCacheLifetimeMs } from '@lectern/contract/constants.ts';
import { findPeople } from '@lectern/contract/features/people.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from './api-client.ts';
import { logout } from './first-calls.ts';
import { storeSession } from './session.ts';
import { closeWindow, openFreshWindow } from './testing/fresh-window.ts';
import { sampleTokens } from './testing/sample-session.ts';
import { envelope, failure, stubApi } from './testing/stub-api.ts';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const people = 'GET /api/people';

describe('the cache of reading calls', () => {
  it('serves a call that asks for it again within 60 seconds', async () => {
    vi.useFakeTimers();
    expect(requestCacheLifetimeMs).toBe(60_000);
    let version = 0;
    const api = stubApi({
      [people]: () => {
        version += 1;
        return envelope([version]);
      },
    });
    await expect(call(findPeople, {}, { cache: true })).resolves.toEqual([1]);
    vi.setSystemTime(Date.now() + 59_999);
    await expect(call(findPeople, {}, { cache: true })).resolves.toEqual([1]);
    vi.setSystemTime(Date.now() + 1);
    await expect(call(findPeople, {}, { cache: true })).resolves.toEqual([2]);
    expect(api.calls).toHaveLength(2);
  });

  it('is not used unless it is asked for', async () => {
    const api = stubApi({ [people]: () => envelope([]) });
    await call(findPeople);
    await call(findPeople);
    expect(api.calls).toHaveLength(2);
  });

  it('never shows one user another’s response', async () => {
    stubApi({ [people]: ({ headers }) => envelope([headers.authorization]) });
    storeSession(sampleTokens({ token: 'anna' }));
    await expect(call(findPeople, {}, { cache: true })).resolves.toEqual(['Bearer anna']);
    storeSession(sampleTokens({ token: 'chen' }));
    await expect(call(findPeople, {}, { cache: true })).resolves.toEqual(['Bearer chen']);
  });

  it('distinguishes calls by their parameters', async () => {
    stubApi({ [people]: ({ url }) => envelope([url.search]) });
    await call(findPeople, { query: { text: 'a' } }, { cache: true });
    await expect(call(findPeople, { query: { text: 'b' } }, { cache: true })).resolves.toEqual(['?text=b']);
  });

  it('forgets everything after a change', async () => {
    const api = stubApi({ [people]: () => envelope([]), 'POST /api/auth/outLogin': () => envelope(null, 204) });
    await call(findPeople, {}, { cache: true });
    await call(logout);
    await call(findPeople, {}, { cache: true });
    expect(api.sent(people)).toHaveLength(2);
  });

  it('keeps no failures', async () => {
    const api = stubApi({ [people]: () => failure(503, 'x') });
    await expect(call(findPeople, {}, { cache: true })).rejects.toThrow();
    await expect(call(findPeople, {}, { cache: true })).rejects.toThrow();
    expect(api.calls).toHaveLength(2);
  });
});
