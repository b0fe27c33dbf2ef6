import { routes } from '@lectern/contract/routes.ts';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { initialState, refreshUser } from '../lib/initial-state.ts';
import { leave } from '../lib/leave.ts';
import { notifications } from '../lib/notifications.ts';
import { clearSession, storeSession } from '../lib/session.ts';
import { closeWindow, openFreshWindow } from '../lib/testing/fresh-window.ts';
import { sampleTokens, sampleUser } from '../lib/testing/sample-session.ts';
import { envelope, failure, json, stubApi } from '../lib/testing/stub-api.ts';
import { Root } from './root.tsx';

const mounts = vi.hoisted(() => ({ count: 0 }));

vi.mock('./signed-in-app.tsx', async () => {
  const { useEffect } = await import('react');
  return {
    preloadPage() {},
    SignedInApp() {
      useEffect(() => {
        mounts.count += 1;
      }, []);
      return <p>The app</p>;
    },
  };
});

beforeEach(() => {
  mounts.count = 0;
  return openFreshWindow('/app/resource/info?tab=video', { followsSession: true });
});
afterEach(closeWindow);

const currentUser = 'GET /api/admin/auth';
const userAnswer = (user = sampleUser()) => json({ status: 200, message: 'ok', result: user });
const place = () => window.location.pathname + window.location.search;

/** A session stored by an earlier visit, before this one has loaded anything about it. */
function storeEarlierSession(): void {
  for (const [item, value] of Object.entries({ ...sampleTokens(), roleId: '3' }))
    localStorage.setItem(item, String(value));
}

function start(): void {
  void refreshUser();
  render(<Root />);
}

describe('the start', () => {
  it('shows a blank placeholder until the first load of the user settles', async () => {
    storeEarlierSession();
    const answer = Promise.withResolvers<Response>();
    stubApi({ [currentUser]: () => answer.promise });
    render(<Root />);
    void refreshUser();
    expect(document.body.textContent).toBe('');
    expect(document.querySelector('.placeholder')).toBeTruthy();
    await act(async () => answer.resolve(userAnswer()));
    expect(await screen.findByText('The app')).toBeTruthy();
    expect(initialState.get()).toMatchObject({ loading: false, error: null });
  });

  it('sends no request without a stored token, and opens the login page without a message', async () => {
    const api = stubApi({});
    start();
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy();
    expect(api.sent(currentUser)).toEqual([]);
    expect(place()).toBe('/app/auth?redirect=%2Fapp%2Fresource%2Finfo%3Ftab%3Dvideo');
    expect(notifications.get()).toEqual([]);
  });

  it('goes to the login page, with one message, when the stored session has expired', async () => {
    storeEarlierSession();
    stubApi({ [currentUser]: () => failure(104, 'x', {}, 401) });
    start();
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy();
    expect(place()).toBe('/app/auth?redirect=%2Fapp%2Fresource%2Finfo%3Ftab%3Dvideo');
    expect(notifications.get().map(({ title }) => title)).toEqual(['login expired, please log in again']);
  });

  it('goes to the login page when the load fails, stores the error, and keeps the session for another try', async () => {
    storeEarlierSession();
    stubApi({ [currentUser]: () => failure(503, 'Down for a moment.', {}, 503) });
    start();
    expect((await screen.findAllByText(/couldn’t be loaded/)).length).toBe(1);
    expect(initialState.get()).toMatchObject({ user: null, loading: false, error: { kind: 'status', status: 503 } });
    expect(window.location.pathname).toBe('/app/auth');
    expect(localStorage.getItem('token')).toBe('token-1');
  });

  it('goes to the login page when there is no user', async () => {
    storeEarlierSession();
    stubApi({ [currentUser]: () => json({ status: 200, message: 'ok', result: null }) });
    start();
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy();
    expect(window.location.pathname).toBe('/app/auth');
  });

  it('leaves the address alone on the login page', async () => {
    window.history.replaceState(null, '', '/app/auth?redirect=%2Fapp%2Fdata%2Fresource');
    stubApi({});
    start();
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy();
    expect(place()).toBe('/app/auth?redirect=%2Fapp%2Fdata%2Fresource');
  });

  it('redirects every route to the login page when logged out', async () => {
    stubApi({});
    start();
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy();
    const addresses = routes
      .map(({ path }) => path.replace('{id}', '42'))
      .filter((path) => !['/', '/app/auth'].includes(path));
    const reached = addresses.map((address) => {
      window.history.replaceState(null, '', address);
      window.dispatchEvent(new PopStateEvent('popstate'));
      return place();
    });
    expect(reached).toEqual(addresses.map((address) => `/app/auth?redirect=${encodeURIComponent(address)}`));
  });

  it('redirects every address to the login page when logged out, including unknown ones and Back', async () => {
    window.history.replaceState(null, '', '/nowhere');
    stubApi({});
    start();
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy();
    expect(place()).toBe('/app/auth?redirect=%2Fnowhere');
    window.history.replaceState(null, '', '/app/home/my');
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(place()).toBe('/app/auth?redirect=%2Fapp%2Fhome%2Fmy');
  });
});

describe('a later refresh of the user', () => {
  async function startSignedIn(): Promise<void> {
    storeEarlierSession();
    start();
    await screen.findByText('The app');
  }

  it('never unmounts the app, whether it succeeds or fails', async () => {
    let answer = () => userAnswer();
    stubApi({ [currentUser]: () => answer() });
    await startSignedIn();
    await act(() => refreshUser());
    answer = () => failure(500, 'x', {}, 500);
    await act(() => refreshUser());
    answer = () => Response.error();
    await act(() => refreshUser());
    expect(screen.getByText('The app')).toBeTruthy();
    expect(mounts.count).toBe(1);
    expect(initialState.get().loading).toBe(false);
  });

  it('redirects to the login page when the session ended elsewhere', async () => {
    let answer = () => userAnswer();
    stubApi({ [currentUser]: () => answer() });
    await startSignedIn();
    answer = () => failure(105, 'x', {}, 401);
    await act(() => refreshUser());
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy();
    expect(window.location.pathname).toBe('/app/auth');
  });

  it('happens when another window signs in, and the app goes when another window signs out', async () => {
    stubApi({ [currentUser]: () => userAnswer() });
    start();
    await screen.findByRole('button', { name: 'Log in' });
    storeEarlierSession();
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: 'token-1' })));
    expect(await screen.findByText('The app')).toBeTruthy();
    localStorage.clear();
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null })));
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy();
    expect(notifications.get()).toEqual([]);
  });
});

describe('logging out', () => {
  const logoutCall = 'POST /api/auth/outLogin';

  it.each([
    ['accepts it', () => envelope(null, 204)],
    ['fails', () => failure(500, 'x', {}, 500)],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('clears everything and opens the plain login page when the server %s', async (_how, answer) => {
    const api = stubApi({ [currentUser]: () => userAnswer(), [logoutCall]: answer });
    storeEarlierSession();
    start();
    await screen.findByText('The app');
    await act(() => leave());
    expect(api.sent(logoutCall)[0]?.headers.authorization).toBe('Bearer token-1');
    expect(localStorage.getItem('token')).toBeNull();
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy();
    expect(place()).toBe('/app/auth');
    expect(notifications.get()).toEqual([]);
  });

  it('does not wait for a server that never answers', async () => {
    stubApi({ [logoutCall]: () => new Promise<Response>(() => undefined) });
    storeSession(sampleTokens());
    vi.useFakeTimers();
    const leaving = leave();
    await vi.advanceTimersByTimeAsync(3_000);
    await leaving;
    expect(localStorage.getItem('token')).toBeNull();
    clearSession();
  });
});
