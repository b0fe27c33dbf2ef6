import { listSessions } from '@lectern/contract/features/auth.ts';
import { findPeople } from '@lectern/contract/features/people.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from './api-client.ts';
import { initialState, refreshUser } from './initial-state.ts';
import { consumeIntentionalLeave, leave } from './leave.ts';
import { notifications } from './notifications.ts';
import { clearSession, storeSession } from './session.ts';
import { closeWindow, openFreshWindow } from './testing/fresh-window.ts';
import { sampleTokens, sampleUser } from './testing/sample-session.ts';
import { envelope, failure, json, stubApi } from './testing/stub-api.ts';
import { preferences } from './theme.ts';

beforeEach(async () => {
  await openFreshWindow('/', { followsSession: true });
  initialState.set({ user: sampleUser(), loading: false, error: null });
});
afterEach(closeWindow);

const expiredText = 'login expired, please log in again';
const titles = () => notifications.get().map(({ title }) => title);

describe('an expired login', () => {
  it.each([102, 103, 104, 105])(
    'is recognised by body status %i: message, cleared session, no user',
    async (status) => {
      storeSession(sampleTokens());
      stubApi({ 'GET /api/people': () => failure(status, 'x', {}, 401) });
      await expect(call(findPeople)).rejects.toMatchObject({ kind: 'loginExpired', status });
      expect(titles()).toEqual([expiredText]);
      for (const item of ['token', 'refreshToken', 'roleId', 'deptCode', 'expiresAt']) {
        expect(localStorage.getItem(item), item).toBeNull();
      }
      expect(initialState.get().user).toBeNull();
    },
  );

  it('is reported once when ten calls expire together', async () => {
    storeSession(sampleTokens());
    const userChanges: unknown[] = [];
    const stop = initialState.subscribe(() => userChanges.push(initialState.get().user));
    stubApi({ 'GET /api/people': () => failure(104, 'x', {}, 401) });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => call(findPeople)));
    stop();
    expect(outcomes.map(({ status }) => status)).toEqual(Array(10).fill('rejected'));
    expect(notifications.get()).toMatchObject([{ title: expiredText, repeats: 0 }]);
    expect(userChanges).toEqual([null]);
  });

  it('is reported even for calls that show their own errors', async () => {
    storeSession(sampleTokens());
    stubApi({ 'GET /api/people': () => failure(105, 'x') });
    await expect(call(findPeople, {}, { quiet: true })).rejects.toThrow();
    expect(titles()).toEqual([expiredText]);
  });

  it('isn’t reported while logging out', async () => {
    storeSession(sampleTokens());
    const logout = Promise.withResolvers<Response>();
    stubApi({
      'POST /api/auth/outLogin': () => logout.promise,
      'GET /api/people': () => failure(105, 'x', {}, 401),
    });
    const left = leave();
    await expect(call(findPeople)).rejects.toMatchObject({ kind: 'loginExpired' });
    logout.resolve(envelope(null, 204));
    await left;
    expect(titles()).toEqual([]);
    expect(initialState.get().user).toBeNull();
    expect(consumeIntentionalLeave()).toBe(true);
  });

  it('after a newer login is not taken for the choice to log out before', async () => {
    storeSession(sampleTokens());
    stubApi({ 'POST /api/auth/outLogin': () => envelope(null, 204) });
    await leave();
    storeSession(sampleTokens({ token: 'newer' }));
    expect(consumeIntentionalLeave()).toBe(false);
  });

  it('is no news to a visitor who never signed in', async () => {
    stubApi({ 'GET /api/people': () => failure(102, 'x') });
    await expect(call(findPeople)).rejects.toMatchObject({ kind: 'loginExpired' });
    expect(titles()).toEqual([]);
  });

  it('does not end a newer login when an old call comes back late', async () => {
    storeSession(sampleTokens({ token: 'old' }));
    const late = Promise.withResolvers<Response>();
    stubApi({
      'GET /api/people': () => late.promise,
      'GET /api/admin/auth': () => json({ status: 200, message: 'ok', result: sampleUser() }),
    });
    const outcome = call(findPeople);
    await Promise.resolve();
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
    storeSession(sampleTokens({ token: 'new' }));
    late.resolve(failure(105, 'x'));
    await expect(outcome).rejects.toMatchObject({ kind: 'loginExpired' });
    expect(localStorage.getItem('token')).toBe('new');
    expect(titles()).toEqual([]);
  });

  it('isn’t assumed when another window renewed the token: the newer one is tried', async () => {
    storeSession(sampleTokens({ token: 'old' }));
    const api = stubApi({
      'GET /api/auth/sessions': ({ headers }) => {
        if (headers.authorization !== 'Bearer old') return envelope([]);
        storeSession(sampleTokens({ token: 'new' }));
        return failure(103, 'x');
      },
    });
    await expect(call(listSessions)).resolves.toEqual([]);
    expect(api.calls.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
    expect(titles()).toEqual([]);
  });

  it('is assumed when the newer token is refused as well', async () => {
    storeSession(sampleTokens({ token: 'old' }));
    stubApi({
      'GET /api/auth/sessions': ({ headers }) => {
        if (headers.authorization === 'Bearer old') storeSession(sampleTokens({ token: 'new' }));
        return failure(105, 'x');
      },
    });
    await expect(call(listSessions)).rejects.toMatchObject({ kind: 'loginExpired' });
    expect(titles()).toEqual([expiredText]);
    expect(localStorage.getItem('token')).toBeNull();
  });
});

describe('the user of an ended login', () => {
  const answerWith = (user: object) => json({ status: 200, message: 'ok', result: sampleUser(user) });
  const chinese = { name: 'Old', preferences: { ...sampleUser().preferences, language: 'zh' } };

  it.each([
    ['could not be loaded', () => failure(503, 'Down.', {}, 503)],
    ['prefers another language', () => answerWith(chinese)],
  ])('changes nothing for the next one when it %s and that is known late', async (_how, answer) => {
    const late = Promise.withResolvers<Response>();
    const api = stubApi({
      'GET /api/admin/auth': ({ headers }) =>
        headers.authorization === 'Bearer old' ? late.promise : answerWith({ name: 'Next' }),
    });
    storeSession(sampleTokens({ token: 'old' }));
    const loaded = refreshUser({ quiet: true });
    await vi.waitFor(() => expect(api.calls).toHaveLength(1));
    clearSession();
    storeSession(sampleTokens({ token: 'next' }));
    await refreshUser();
    late.resolve(answer());
    await loaded;
    expect(initialState.get()).toMatchObject({ user: { name: 'Next' }, error: null });
    expect(preferences.get().language).toBe('en');
  });
});
