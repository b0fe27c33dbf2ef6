import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { WWLoginOptions } from '@wecom/jssdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { initialState } from '../../lib/initial-state.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { sampleTokens, sampleUser } from '../../lib/testing/sample-session.ts';
import { samplePublicSettings } from '../../lib/testing/sample-settings.ts';
import { envelope, failure, json, stubApi } from '../../lib/testing/stub-api.ts';
import { LoginPage } from './login-page.tsx';

const panels = vi.hoisted(() => ({ options: [] as WWLoginOptions[], unmounted: 0 }));

/** The real frame is loaded from the vendor's host, which tests must not contact. */
vi.mock('@wecom/jssdk', async (original) => ({
  ...(await original<typeof import('@wecom/jssdk')>()),
  createWWLoginPanel(options: WWLoginOptions) {
    panels.options.push(options);
    return {
      el: document.createElement('iframe'),
      unmount: () => {
        panels.unmounted += 1;
      },
    };
  },
}));

const config = {
  corpId: 'corp',
  agentId: 'agent',
  loginOrigin: 'https://x.test',
  redirectUri: 'https://y.test/app/auth',
};
const vendorCalls = {
  'GET /api/settings/public': () => envelope(samplePublicSettings({ vendorLogin: true })),
  'GET /api/admin/wecom/config': () => envelope(config),
  'POST /api/admin/wecom/state': () => envelope({ state: `state-${panels.options.length + 1}` }, 201),
};
const signIn = 'POST /api/admin/auth/wecom';

beforeEach(async () => {
  await openFreshWindow('/app/auth', { followsSession: true });
  initialState.set({ user: null, loading: false, error: null });
  panels.options = [];
  panels.unmounted = 0;
});
afterEach(closeWindow);

function widthOf(pixels: number): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      Object.assign(new EventTarget(), {
        matches: pixels <= Number(/(\d+)px/.exec(query)?.[1] ?? 0),
      }) as MediaQueryList,
  );
}

async function openFrame(): Promise<WWLoginOptions> {
  render(<LoginPage warmUp={() => undefined} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Log in with WeCom' }));
  await waitFor(() => expect(panels.options).toHaveLength(1));
  const [options] = panels.options;
  if (!options) throw new Error('No frame was opened');
  return options;
}

describe('the messaging vendor’s login', () => {
  it('is not offered unless it is configured', async () => {
    stubApi({ 'GET /api/settings/public': () => envelope(samplePublicSettings()) });
    render(<LoginPage warmUp={() => undefined} />);
    await screen.findByText('Ask the desk.');
    expect(screen.queryByRole('button', { name: 'Log in with WeCom' })).toBeNull();
  });

  it.each([
    [1440, 'middle', '480px', '416px'],
    [560, 'middle', '480px', '416px'],
    [559, 'small', '320px', '380px'],
  ])('shows at %i px the %s frame of %s by %s', async (pixels, panelSize, width, height) => {
    widthOf(pixels);
    stubApi(vendorCalls);
    const { params } = await openFrame();
    expect(params).toMatchObject({
      panel_size: panelSize,
      login_type: 'CorpApp',
      redirect_type: 'callback',
      appid: 'corp',
      agentid: 'agent',
      redirect_uri: 'https://y.test/app/auth',
      state: 'state-1',
      lang: 'en',
    });
    const { style } = document.querySelector('.login-vendor-frame') as HTMLElement;
    expect([style.width, style.height]).toEqual([width, height]);
  });

  it('logs in with the code that the frame returns', async () => {
    const api = stubApi({
      ...vendorCalls,
      [signIn]: () => envelope(sampleTokens()),
      'GET /api/admin/auth': () => json({ status: 200, message: 'ok', result: sampleUser() }),
    });
    const { onLoginSuccess } = await openFrame();
    act(() => onLoginSuccess?.({ code: 'code-1' }));
    await waitFor(() => expect(initialState.get().user?.account).toBe('li.wei'));
    expect(api.sent(signIn)).toMatchObject([{ body: { code: 'code-1', state: 'state-1' } }]);
    expect(localStorage.getItem('token')).toBe('token-1');
    expect(panels.unmounted).toBeGreaterThan(0);
  });

  it('continues with an existing second factor', async () => {
    const step = { secondFactorNeeded: true, challenge: 'challenge-1', expiresAt: '2026-01-01T00:00:00.000Z' };
    stubApi({ ...vendorCalls, [signIn]: () => envelope(step) });
    const { onLoginSuccess } = await openFrame();
    act(() => onLoginSuccess?.({ code: 'code-1' }));
    expect(await screen.findByRole('heading', { name: 'One more step' })).toBeTruthy();
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('says why it was refused and restarts with a new state', async () => {
    stubApi({ ...vendorCalls, [signIn]: () => failure(101, 'No account is linked to this messaging account.') });
    const { onLoginSuccess } = await openFrame();
    act(() => onLoginSuccess?.({ code: 'code-1' }));
    expect((await screen.findByRole('alert')).textContent).toContain('No account is linked to this messaging account');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(panels.options[1]?.params.state).toBe('state-2'));
  });

  it('says when the vendor’s frame fails, and offers the password', async () => {
    stubApi(vendorCalls);
    const { onLoginFail } = await openFrame();
    act(() => onLoginFail?.({ errMsg: 'invalid corp' }));
    expect((await screen.findByRole('alert')).textContent).toContain('invalid corp');
    fireEvent.click(screen.getByRole('button', { name: 'Log in with a password' }));
    expect(screen.getByLabelText('Username')).toBeTruthy();
  });
});
