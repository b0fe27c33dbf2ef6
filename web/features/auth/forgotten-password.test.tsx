import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { initialState } from '../../lib/initial-state.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { samplePublicSettings } from '../../lib/testing/sample-settings.ts';
import { envelope, failure, stubApi } from '../../lib/testing/stub-api.ts';
import { LoginPage } from './login-page.tsx';

beforeEach(() => openFreshWindow('/app/auth', { followsSession: true }));
afterEach(closeWindow);

const ask = 'POST /api/auth/forgotten';
const use = 'POST /api/auth/forgotten/password';

function show(calls: Parameters<typeof stubApi>[0], hash = '') {
  window.history.replaceState(null, '', `/app/auth${hash}`);
  const api = stubApi({ 'GET /api/settings/public': () => envelope(samplePublicSettings()), ...calls });
  initialState.set({ user: null, loading: false, error: null });
  render(<LoginPage warmUp={() => undefined} />);
  return api;
}
const button = (name: string) => screen.findByRole('button', { name });

describe('a forgotten password', () => {
  it.each([
    ['mail', /we’ve sent it a reset link/],
    ['administrators', /an administrator will see your request/],
  ])('is requested and continues by %s, without revealing whether the account exists', async (by, words) => {
    const api = show({ [ask]: () => envelope({ by }, 202) });
    await userEvent.click(await button('Forgot password?'));
    await userEvent.click(await button('Reset password'));
    expect(await screen.findByText('Enter your username.')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Username'), ' li.wei {Enter}');
    expect(await screen.findByText(words)).toBeTruthy();
    expect(api.sent(ask)[0]?.body).toEqual({ account: 'li.wei' });
    await userEvent.click(await button('Back to login'));
    expect(screen.getByLabelText('Password')).toBeTruthy();
  });

  it('is set by a mailed link, whose secret leaves the address immediately', async () => {
    const api = show({ [use]: () => envelope(null, 204) }, '#reset=abc-DEF_123');
    await userEvent.type(await screen.findByLabelText('New password'), 'a chair by the window');
    expect(window.location.href).not.toContain('abc-DEF_123');
    await userEvent.type(screen.getByLabelText('Repeat new password'), 'a chair by the door');
    await userEvent.click(await button('Save password'));
    expect(await screen.findByText('The passwords don’t match.')).toBeTruthy();
    await userEvent.clear(screen.getByLabelText('Repeat new password'));
    await userEvent.type(screen.getByLabelText('Repeat new password'), 'a chair by the window{Enter}');
    expect(await screen.findByText('New password saved')).toBeTruthy();
    expect(api.sent(use)[0]?.body).toEqual({ token: 'abc-DEF_123', newPassword: 'a chair by the window' });
    await userEvent.click(await button('Log in'));
    await waitFor(() => expect(screen.getByLabelText('Username')).toBeTruthy());
  });

  it('offers a new request when the link has expired', async () => {
    show({ [use]: () => failure(101, 'Over.', { code: 'resetLinkOver' }, 410) }, '#reset=old');
    await userEvent.type(await screen.findByLabelText('New password'), 'a chair by the window');
    await userEvent.type(screen.getByLabelText('Repeat new password'), 'a chair by the window{Enter}');
    await userEvent.click(await button('Request a new link'));
    expect(await button('Reset password')).toBeTruthy();
  });
});
