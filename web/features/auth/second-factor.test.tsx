import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { initialState } from '../../lib/initial-state.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { sampleTokens, sampleUser } from '../../lib/testing/sample-session.ts';
import { samplePublicSettings } from '../../lib/testing/sample-settings.ts';
import { envelope, failure, json, stubApi } from '../../lib/testing/stub-api.ts';
import { LoginPage } from './login-page.tsx';

beforeEach(() => openFreshWindow('/app/auth', { followsSession: true }));
afterEach(closeWindow);

const first = 'POST /api/admin/auth/login';
const second = 'POST /api/admin/auth/secondFactor';
const calls = {
  'GET /api/settings/public': () => envelope(samplePublicSettings()),
  'GET /api/admin/auth': () => json({ status: 200, message: 'ok', result: sampleUser() }),
  [first]: () =>
    envelope({ secondFactorNeeded: true, challenge: 'challenge-1', expiresAt: '2026-01-01T00:00:00.000Z' }),
};

async function afterPassword(answer: Parameters<typeof stubApi>[0][string]) {
  const api = stubApi({ ...calls, [second]: answer });
  initialState.set({ user: null, loading: false, error: null });
  render(<LoginPage warmUp={vi.fn()} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Username'), 'li.wei');
  await user.type(screen.getByLabelText('Password'), 'a secret{Enter}');
  await screen.findByRole('heading', { name: 'One more step' });
  return { api, user };
}

const code = () => screen.getByLabelText<HTMLInputElement>('6-digit code');

describe('the second step of a login', () => {
  it('asks for the app’s code and stores nothing before it was right', async () => {
    const { api, user } = await afterPassword(() => envelope(sampleTokens()));
    expect(localStorage.getItem('token')).toBeNull();
    expect(document.activeElement).toBe(code());
    expect([code().autocomplete, code().inputMode]).toEqual(['one-time-code', 'numeric']);
    await user.type(code(), ' 123 456{Enter}');
    await waitFor(() => expect(initialState.get().user?.account).toBe('li.wei'));
    expect(api.sent(second).map((call) => call.body)).toEqual([{ challenge: 'challenge-1', code: '123 456' }]);
    expect(localStorage.getItem('token')).toBe('token-1');
  });

  it('says that a code was wrong and selects it for the next try', async () => {
    const { user } = await afterPassword(() => failure(101, 'no', { code: 'wrongCode' }, 401));
    await user.type(code(), '000000{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('That code is wrong');
    expect(code().selectionEnd).toBe(6);
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('asks for a code when none was typed', async () => {
    const { api, user } = await afterPassword(() => envelope(sampleTokens()));
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(screen.getByText('Enter the code.')).toBeTruthy();
    expect(api.sent(second)).toEqual([]);
  });

  it('takes a recovery code instead', async () => {
    const { api, user } = await afterPassword(() => envelope(sampleTokens()));
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    const field = screen.getByLabelText<HTMLInputElement>('Recovery code');
    expect(field.inputMode).toBe('text');
    await user.type(field, 'abcd-efgh-jkmn{Enter}');
    await waitFor(() => expect(api.sent(second)).toMatchObject([{ body: { code: 'abcd-efgh-jkmn' } }]));
  });

  it('waits when there were too many tries', async () => {
    const until = new Date(Date.now() + 60_000).toISOString();
    const { user } = await afterPassword(() => failure(429, 'later', { code: 'tooManyTries', data: { until } }, 429));
    await user.type(code(), '000000{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts');
    expect(code().closest('fieldset')?.disabled).toBe(true);
  });

  it('returns to the password when it took too long', async () => {
    const { user } = await afterPassword(() => failure(101, 'over', { code: 'challengeOver' }, 401));
    await user.type(code(), '123456{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('took too long');
    expect(screen.queryByLabelText('6-digit code')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back to login' }));
    expect(screen.getByLabelText('Password')).toBeTruthy();
  });
});
