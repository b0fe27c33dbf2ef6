import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, failure, stubApi } from '../../lib/testing/stub-api.ts';
import { applyPreferences } from '../../lib/theme.ts';
import { ProfilePage } from './profile-page.tsx';

beforeEach(async () => {
  await openFreshWindow();
  await applyPreferences({ theme: 'light', density: 'comfortable', language: 'en' });
});
afterEach(closeWindow);

const read = 'GET /api/auth/twoFactor';
const setUp = 'POST /api/auth/twoFactor/setup';
const confirm = 'POST /api/auth/twoFactor/confirm';
const renew = 'POST /api/auth/twoFactor/recoveryCodes';
const disable = 'POST /api/auth/twoFactor/disable';
const off = { enabled: false, since: null, recoveryCodesLeft: 0 };
const on = { enabled: true, since: '2026-01-02T03:04:05.000Z', recoveryCodesLeft: 10 };
const codes = Array.from({ length: 10 }, (_, number) => `code-${number}`);
const setup = { setup: 'sealed', secret: 'ABCD EFGH', uri: 'otpauth://totp/x', qr: { size: 33, path: 'M0 0h1v1h-1z' } };

async function open(calls: Parameters<typeof stubApi>[0]) {
  const api = stubApi(calls);
  await renderPage('/app/home/profile?tab=twoFactor', () => <ProfilePage operations={() => null} />, sampleUser());
  return { api, user: userEvent.setup() };
}

const button = (name: string) => screen.findByRole('button', { name });
const dialog = () => within(screen.getByRole('dialog'));

async function givePassword(user: ReturnType<typeof userEvent.setup>, password = 'my password'): Promise<void> {
  await user.type(dialog().getByLabelText('Current password'), `${password}{Enter}`);
}

describe('the second factor', () => {
  it('is set up with password, picture and first code, and shows the recovery codes once', async () => {
    let state: unknown = off;
    const { api, user } = await open({
      [read]: () => envelope(state),
      [setUp]: () => envelope(setup),
      [confirm]: () => {
        state = on;
        return envelope({ recoveryCodes: codes });
      },
    });
    expect(await screen.findByText('Off')).toBeTruthy();
    await user.click(await button('Set up'));
    expect(document.activeElement).toBe(dialog().getByLabelText('Current password'));
    await givePassword(user);
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeTruthy();
    expect(dialog().getByText('ABCD EFGH')).toBeTruthy();
    await user.type(dialog().getByLabelText('Code from the app'), '123456{Enter}');
    expect((await screen.findAllByRole('listitem')).map((item) => item.textContent)).toEqual(codes);
    expect(api.sent(setUp)).toMatchObject([{ body: { password: 'my password' } }]);
    expect(api.sent(confirm)).toMatchObject([{ body: { setup: 'sealed', code: '123456' } }]);
    await user.click(dialog().getByRole('button', { name: 'Close' }));
    expect(dialog().getByRole('alert').textContent).toContain('won’t see these codes again');
    await user.click(await button('I’ve saved them'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByText(/On since/)).toBeTruthy();
    expect(document.body.textContent).not.toContain('code-1');
  });

  it('shows a wrong password and a wrong code at their fields', async () => {
    let answer = () => failure(101, 'The current password is wrong.', { code: 'wrongPassword' });
    const { user } = await open({
      [read]: () => envelope(off),
      [setUp]: () => answer(),
      [confirm]: () => failure(101, 'no', { code: 'wrongCode' }, 401),
    });
    await user.click(await button('Set up'));
    await givePassword(user, 'wrong');
    expect(await screen.findByText('The current password is wrong.')).toBeTruthy();
    answer = () => envelope(setup);
    await user.type(dialog().getByLabelText('Current password'), '{Enter}');
    await user.type(await screen.findByLabelText('Code from the app'), '000000{Enter}');
    expect(await screen.findByText(/That code is wrong/)).toBeTruthy();
  });

  it('asks for missing values without a request', async () => {
    const { api, user } = await open({ [read]: () => envelope(off) });
    await user.click(await button('Set up'));
    await user.click(dialog().getByRole('button', { name: 'Continue' }));
    expect(dialog().getByText('Fill this in.')).toBeTruthy();
    expect(api.sent(setUp)).toEqual([]);
  });

  it('is turned off with the password', async () => {
    let state: unknown = on;
    const { user } = await open({
      [read]: () => envelope(state),
      [disable]: () => {
        state = off;
        return envelope(null, 204);
      },
    });
    await user.click(await button('Turn off'));
    await givePassword(user);
    expect(await screen.findByText('Off')).toBeTruthy();
    expect(notifications.get().map(({ title }) => title)).toContain('Two-factor authentication turned off');
  });

  it('gives new recovery codes, and warns when few are left', async () => {
    const { user } = await open({
      [read]: () => envelope({ ...on, recoveryCodesLeft: 2 }),
      [renew]: () => envelope({ recoveryCodes: codes }),
    });
    expect(await screen.findByText('Only 2 left. Create new ones.')).toBeTruthy();
    await user.click(await button('New recovery codes'));
    await givePassword(user);
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(10));
  });

  it('offers to try again when its state could not be read', async () => {
    let answer = () => failure(500, 'broken', {}, 500);
    const { user } = await open({ [read]: () => answer() });
    const retry = await button('Try again');
    answer = () => envelope(on);
    await user.click(retry);
    expect(await screen.findByText('10 left')).toBeTruthy();
  });
});
