import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../../lib/i18n/language.ts';
import { initialState, refreshUser } from '../../lib/initial-state.ts';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { sampleTokens, sampleUser } from '../../lib/testing/sample-session.ts';
import { samplePublicSettings } from '../../lib/testing/sample-settings.ts';
import { envelope, failure, json, stubApi } from '../../lib/testing/stub-api.ts';
import { LoginPage } from './login-page.tsx';

beforeEach(() => openFreshWindow('/app/auth', { followsSession: true }));
afterEach(async () => {
  closeWindow();
  await setLanguage('en');
});

const loginCall = 'POST /api/admin/auth/login';
const settings = { 'GET /api/settings/public': () => envelope(samplePublicSettings()) };
const currentUser = { 'GET /api/admin/auth': () => json({ status: 200, message: 'ok', result: sampleUser() }) };

function show() {
  const warmUp = vi.fn();
  initialState.set({ user: null, loading: false, error: null });
  render(<LoginPage warmUp={warmUp} />);
  return { user: userEvent.setup(), warmUp };
}

const account = () => screen.getByLabelText<HTMLInputElement>('Username');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Log(ging)? in/ });

const isLocked = () => account().closest('fieldset')?.disabled;
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

async function logIn(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.type(account(), ' li.wei ');
  await user.type(password(), 'a secret{Enter}');
}

describe('the login page', () => {
  it('accepts typing and password managers before the settings have loaded', () => {
    stubApi({ 'GET /api/settings/public': () => new Promise(() => undefined) });
    show();
    expect(document.activeElement).toBe(account());
    expect(account().autocomplete).toBe('username');
    expect(password().autocomplete).toBe('current-password');
    expect(submit().disabled).toBe(false);
    expect(screen.getByRole('heading', { name: 'Log in to Lectern' })).toBeTruthy();
  });

  it('shows the platform’s name and login help once loaded', async () => {
    stubApi(settings);
    show();
    expect(await screen.findByRole('heading', { name: 'Log in to Campus media' })).toBeTruthy();
    expect(screen.getByText('Ask the desk.')).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Log in · Campus media'));
  });

  it('logs in with account and password, stores the session and loads the user', async () => {
    const api = stubApi({ ...settings, ...currentUser, [loginCall]: () => envelope(sampleTokens()) });
    const { user, warmUp } = show();
    await logIn(user);
    await waitFor(() => expect(initialState.get().user?.account).toBe('li.wei'));
    expect(api.sent(loginCall)).toMatchObject([{ body: { account: 'li.wei', password: 'a secret' } }]);
    expect(api.sent(loginCall)[0]?.headers).not.toHaveProperty('authorization');
    expect(localStorage.getItem('token')).toBe('token-1');
    expect(localStorage.getItem('refreshToken')).toBe('refresh-1');
    expect(localStorage.getItem('roleId')).toBe('3');
    expect(localStorage.getItem('deptCode')).toBe('MED');
    expect(warmUp).toHaveBeenCalled();
  });

  it('sends one request per login and shows that it is busy', async () => {
    const answer = Promise.withResolvers<Response>();
    const api = stubApi({ ...settings, [loginCall]: () => answer.promise });
    const { user } = show();
    await logIn(user);
    expect(submit().textContent).toBe('Logging in…');
    fireEvent.click(submit());
    fireEvent.click(submit());
    await act(async () => answer.resolve(failure(101, 'x', { code: 'wrongCredentials' })));
    expect(api.sent(loginCall)).toHaveLength(1);
    expect(submit().textContent).toBe('Log in');
  });

  it('asks for missing fields instead of sending them', async () => {
    const api = stubApi(settings);
    const { user } = show();
    await user.click(submit());
    expect(screen.getByText('Enter your username.')).toBeTruthy();
    expect(screen.getByText('Enter your password.')).toBeTruthy();
    expect(account().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(account());
    expect(api.sent(loginCall)).toEqual([]);
  });

  it('shows and hides the password', async () => {
    stubApi(settings);
    const { user } = show();
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password().type).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password().type).toBe('password');
  });

  it('switches to Chinese, remembers it and saves it to the account', async () => {
    const told = 'PATCH /api/profile/preferences';
    const api = stubApi({
      ...settings,
      ...currentUser,
      [loginCall]: () => envelope(sampleTokens()),
      [told]: () => envelope({ theme: 'system', density: 'comfortable', language: 'zh' }),
    });
    const { user } = show();
    await user.click(screen.getByRole('button', { name: '中文' }));
    await user.type(await screen.findByLabelText('账号'), 'li.wei');
    await user.type(screen.getByLabelText('密码'), 'secret{Enter}');
    await waitFor(() => expect(initialState.get().user?.preferences.language).toBe('zh'));
    expect(document.documentElement.lang).toBe('zh-CN');
    expect(api.sent(loginCall)[0]?.headers['accept-language']).toBe('zh');
    expect(api.sent(told)).toMatchObject([{ body: { language: 'zh' } }]);
    await setLanguage('en');
  });

  it('offers Chinese to a browser that prefers it, and saves it after single sign-on', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['zh-CN', 'en']);
    const told = 'PATCH /api/profile/preferences';
    const api = stubApi({
      ...settings,
      ...currentUser,
      [told]: () => envelope({ theme: 'system', density: 'comfortable', language: 'zh' }),
    });
    const { user } = show();
    expect(account()).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '切换到简体中文' }));
    expect(await screen.findByLabelText('账号')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '切换到简体中文' })).toBeNull();
    expect(JSON.parse(localStorage.getItem('lectern.preferences') ?? '')).toMatchObject({ language: 'zh' });
    for (const [item, value] of Object.entries(sampleTokens())) localStorage.setItem(item, String(value));
    vi.resetModules();
    const returned = await import('../../lib/chosen-language.ts');
    expect(returned.withChosenLanguage(sampleUser().preferences).language).toBe('zh');
    await waitFor(() => expect(api.sent(told)).toMatchObject([{ body: { language: 'zh' } }]));
    expect(returned.withChosenLanguage(sampleUser().preferences).language).toBe('en');
  });

  it('offers no other language to a browser that prefers English or an unsupported one', () => {
    stubApi(settings);
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE', 'en']);
    show();
    expect(screen.queryByRole('button', { name: '切换到简体中文' })).toBeNull();
  });

  it('uses the platform’s language until someone chooses one', async () => {
    stubApi({ 'GET /api/settings/public': () => envelope({ ...samplePublicSettings(), defaultLanguage: 'zh' }) });
    show();
    expect(await screen.findByLabelText('账号')).toBeTruthy();
    expect(localStorage.getItem('lectern.preferences')).toBeNull();
  });
});

describe('a failed login', () => {
  async function failWith(answer: () => Response | Promise<Response>) {
    const api = stubApi({ ...settings, [loginCall]: answer });
    const { user } = show();
    await logIn(user);
    const alert = await screen.findByRole('alert');
    return { api, alert, user };
  }

  it('reports wrong credentials, keeps the account and selects the password', async () => {
    const { alert } = await failWith(() => failure(101, 'x', { code: 'wrongCredentials' }, 401));
    expect(alert.textContent).toBe('The username or password is wrong.');
    expect(account().value).toBe(' li.wei ');
    expect(document.activeElement).toBe(password());
    expect(notifications.get()).toEqual([]);
  });

  it('reports a forbidden account', async () => {
    const { alert } = await failWith(() => failure(101, 'x', { code: 'accountForbidden' }, 403));
    expect(alert.textContent).toBe('You’re not allowed to log in. Ask an administrator for access.');
  });

  it('reports an unreachable server', async () => {
    const { alert } = await failWith(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(alert.textContent).toContain('Network anomaly - cannot connect to the server');
  });

  it('shows other errors in the server’s words, with the request ID', async () => {
    const { alert } = await failWith(() => failure(503, 'The database does not answer.', {}, 503));
    expect(alert.textContent).toBe(
      'The database does not answer.Try again. If it keeps happening, send the request ID to your administrator.Request ID request-1',
    );
  });

  it('after too many attempts says when to try again, then enables the form again', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-15T10:00:00Z') });
    const data = { until: '2026-11-15T10:02:05.000Z' };
    stubApi({ ...settings, [loginCall]: () => failure(429, 'x', { code: 'tooManyTries', data }, 429) });
    show();
    await pass(0);
    fireEvent.change(account(), { target: { value: 'li.wei' } });
    fireEvent.change(password(), { target: { value: 'wrong' } });
    fireEvent.click(submit());
    await pass(0);
    expect(screen.getByRole('alert').textContent).toBe('Too many attempts. Try again at 12:02.');
    expect(isLocked()).toBe(true);
    await pass(60_000);
    await pass(64_500);
    expect(isLocked()).toBe(true);
    await pass(500);
    expect(screen.getByRole('status').textContent).toBe('You can try again now.');
    expect(isLocked()).toBe(false);
  });
});

describe('a session whose user can’t be loaded', () => {
  it('is retried automatically and on demand', async () => {
    vi.useFakeTimers();
    let answer = () => failure(503, 'Down.', {}, 503);
    const api = stubApi({ ...settings, 'GET /api/admin/auth': () => answer() });
    for (const [item, value] of Object.entries(sampleTokens())) localStorage.setItem(item, String(value));
    await refreshUser();
    render(<LoginPage warmUp={() => undefined} />);
    expect(screen.getByRole('alert').textContent).toContain('Down.');
    const tries = () => api.sent('GET /api/admin/auth').length;
    await pass(1_999);
    expect(tries()).toBe(1);
    await pass(1);
    expect(tries()).toBe(2);
    await pass(3_999);
    expect(tries()).toBe(2);
    await pass(1);
    expect(tries()).toBe(3);
    answer = () => json({ status: 200, message: 'ok', result: sampleUser() });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await pass(0);
    expect(initialState.get().user?.account).toBe('li.wei');
  });
});

describe('someone who must change the password', () => {
  const changeCall = 'POST /api/auth/password';
  const marked = (must: boolean) =>
    json({ status: 200, message: 'ok', result: sampleUser({ mustChangePassword: must }) });

  async function reachStep(answer: () => Response) {
    let must = true;
    const api = stubApi({
      ...settings,
      [loginCall]: () => envelope(sampleTokens({ mustChangePassword: true })),
      'GET /api/admin/auth': () => marked(must),
      [changeCall]: () => {
        const response = answer();
        must = response.status !== 200;
        return response;
      },
    });
    const { user } = show();
    await screen.findByText('Ask the desk.');
    await logIn(user);
    const form = (await screen.findByRole('heading', { name: 'Choose a new password' })).closest('form') as HTMLElement;
    return { api, user, form: within(form) };
  }

  it('changes it first, without typing the current one again', async () => {
    const { api, user, form } = await reachStep(() => envelope(null, 204));
    expect(form.queryByLabelText('Current password')).toBeNull();
    expect(form.getByText(/^At least 12 characters/)).toBeTruthy();
    await user.type(form.getByLabelText('New password'), 'a long sentence');
    expect(form.getByText('Long enough.')).toBeTruthy();
    await user.type(form.getByLabelText('Repeat new password'), 'a long sentence{Enter}');
    await waitFor(() => expect(initialState.get().user?.mustChangePassword).toBe(false));
    expect(api.sent(changeCall)).toMatchObject([
      {
        body: { oldPassword: 'a secret', newPassword: 'a long sentence' },
        headers: { authorization: 'Bearer token-1' },
      },
    ]);
  });

  it('sees errors before anything is sent', async () => {
    const { api, user, form } = await reachStep(() => envelope(null, 204));
    await user.type(form.getByLabelText('New password'), 'short{Enter}');
    expect(form.getByText('Add 7 more characters.')).toBeTruthy();
    expect(form.getByText('The passwords don’t match.')).toBeTruthy();
    await user.clear(form.getByLabelText('New password'));
    await user.type(form.getByLabelText('New password'), 'a secret');
    expect(form.getByText('Choose a password other than your current one.')).toBeTruthy();
    expect(api.sent(changeCall)).toEqual([]);
  });

  it('sees why the server refuses it', async () => {
    const reason = 'This password is among the most used.';
    const refusal = () =>
      failure(422, 'x', { code: 'invalidInput', data: { fields: [{ path: 'newPassword', message: reason }] } }, 422);
    const { user, form } = await reachStep(refusal);
    await user.type(form.getByLabelText('New password'), 'password123456');
    await user.type(form.getByLabelText('Repeat new password'), 'password123456{Enter}');
    expect(await form.findByText(reason)).toBeTruthy();
  });

  it('is asked for the current password after a reload, and told if it is wrong', async () => {
    const api = stubApi({ ...settings, [changeCall]: () => failure(101, 'x', { code: 'wrongPassword' }) });
    for (const [item, value] of Object.entries(sampleTokens())) localStorage.setItem(item, String(value));
    initialState.set({ user: sampleUser({ mustChangePassword: true }), loading: false, error: null });
    render(<LoginPage warmUp={() => undefined} />);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Current password'), 'guess');
    await user.type(screen.getByLabelText('New password'), 'a long sentence');
    await user.type(screen.getByLabelText('Repeat new password'), 'a long sentence{Enter}');
    expect(await screen.findByText('That isn’t your current password.')).toBeTruthy();
    expect(api.sent(changeCall)).toMatchObject([{ body: { oldPassword: 'guess' } }]);
  });

  it('can log out instead', async () => {
    stubApi({ ...settings, 'POST /api/auth/outLogin': () => envelope(null, 204) });
    for (const [item, value] of Object.entries(sampleTokens())) localStorage.setItem(item, String(value));
    initialState.set({ user: sampleUser({ mustChangePassword: true }), loading: false, error: null });
    render(<LoginPage warmUp={() => undefined} />);
    fireEvent.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByLabelText('Username')).toBeTruthy();
    expect(localStorage.getItem('token')).toBeNull();
  });
});
