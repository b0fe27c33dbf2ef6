import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { initialState } from '../../lib/initial-state.ts';
import { readSession } from '../../lib/session.ts';
import { keepSignOnArrival, takeSignOnArrival } from '../../lib/sign-on-arrival.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { sampleTokens, sampleUser } from '../../lib/testing/sample-session.ts';
import { samplePublicSettings } from '../../lib/testing/sample-settings.ts';
import { envelope, failure, json, stubApi } from '../../lib/testing/stub-api.ts';
import { LoginPage } from './login-page.tsx';

const publicSettings = 'GET /api/settings/public';
const start = 'POST /api/admin/oidc/start';
const signIn = 'POST /api/admin/auth/oidc';
const offered = { [publicSettings]: () => envelope(samplePublicSettings({ signOn: { label: 'Campus' } })) };

beforeEach(async () => {
  await openFreshWindow('/app/auth', { followsSession: true });
  initialState.set({ user: null, loading: false, error: null });
  sessionStorage.clear();
});
afterEach(() => {
  takeSignOnArrival('signIn');
  takeSignOnArrival('link');
  closeWindow();
});

const show = () => render(<LoginPage warmUp={() => undefined} />);

/** The browser returns from the identity provider. */
function arriveAt(query: string, page = '/app/resource/library'): void {
  sessionStorage.setItem('lectern.signOnPage', page);
  window.history.replaceState(null, '', `/app/auth?${query}`);
  keepSignOnArrival();
}

describe('the button for single sign-on', () => {
  it('is there only where the operator configured a provider', async () => {
    stubApi({ [publicSettings]: () => envelope(samplePublicSettings()) });
    show();
    await screen.findByText('Ask the desk.');
    expect(screen.queryByRole('button', { name: /Campus|single sign-on/ })).toBeNull();
  });

  it('goes to the provider, and remembers the page that was asked for', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    window.history.replaceState(null, '', '/app/auth?redirect=%2Fapp%2Fresource%2Finfo');
    const api = stubApi({ ...offered, [start]: () => envelope({ url: 'https://id.example/authorize?x=1' }, 201) });
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Log in with Campus' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://id.example/authorize?x=1'));
    expect(sessionStorage.getItem('lectern.signOnPage')).toBe('/app/resource/info');
    expect(api.sent(start)).toMatchObject([{ body: { again: false } }]);
  });

  it('says why there is no way to the provider', async () => {
    stubApi({
      ...offered,
      [start]: () => failure(502, 'The login service isn’t responding.', { code: 'signOnUnreachable' }, 502),
    });
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Log in with Campus' }));
    expect((await screen.findByRole('alert')).textContent).toContain('isn’t responding');
  });
});

describe('coming back from the provider', () => {
  it('logs in with the code, which leaves the address before anything else happens', async () => {
    arriveAt('code=c-1&state=s-1&iss=https%3A%2F%2Fid.example');
    expect(window.location.href).not.toContain('c-1');
    expect(window.location.search).toBe('?redirect=%2Fapp%2Fresource%2Flibrary');
    const api = stubApi({
      ...offered,
      [signIn]: () => envelope(sampleTokens()),
      'GET /api/admin/auth': () => json({ status: 200, message: 'ok', result: sampleUser() }),
    });
    show();
    await waitFor(() => expect(readSession()).not.toBeNull());
    expect(api.sent(signIn)).toMatchObject([{ body: { code: 'c-1', state: 's-1', iss: 'https://id.example' } }]);
  });

  it('asks for the second factor where there is one', async () => {
    arriveAt('code=c-2&state=s-2');
    const step = { secondFactorNeeded: true, challenge: 'ch', expiresAt: '2026-11-16T12:00:00.000Z' };
    stubApi({ ...offered, [signIn]: () => envelope(step) });
    show();
    expect(await screen.findByText('One more step')).toBeTruthy();
  });

  it('explains each refusal, and lets the provider ask again next time', async () => {
    arriveAt('code=c-3&state=s-3');
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const api = stubApi({
      ...offered,
      [signIn]: () => failure(101, 'You don’t have an account here yet.', { code: 'signOnAccountUnknown' }, 403),
      [start]: () => envelope({ url: 'https://id.example/authorize' }, 201),
    });
    show();
    expect((await screen.findByRole('alert')).textContent).toContain('You don’t have an account here yet');
    fireEvent.click(await screen.findByRole('button', { name: 'Log in with Campus' }));
    await waitFor(() => expect(assign).toHaveBeenCalled());
    expect(api.sent(start)).toMatchObject([{ body: { again: true } }]);
  });

  it('does not repeat what the address says of a refusal', async () => {
    arriveAt('error=access_denied&error_description=Call+this+number&state=s-4');
    stubApi(offered);
    show();
    expect((await screen.findByRole('alert')).textContent).toContain('Single sign-on failed.');
    expect(document.body.textContent).not.toContain('Call this number');
  });

  it('is nothing that a window takes which never left, nor a way to another site', () => {
    window.history.replaceState(null, '', '/app/auth?code=c&state=s');
    keepSignOnArrival();
    expect(takeSignOnArrival('signIn')).toBeNull();
    arriveAt('code=c-5&state=s-5', 'https://evil.example/');
    expect(window.location.href).toMatch(/\/app\/auth$/);
  });

  it('returns to the profile after linking, without a login', () => {
    arriveAt('code=c-6&state=link.s-6');
    expect(window.location.pathname + window.location.search).toBe('/app/home/profile?tab=signOn');
    expect(takeSignOnArrival('signIn')).toBeNull();
    expect(takeSignOnArrival('link')).toEqual({ code: 'c-6', state: 'link.s-6' });
  });
});
