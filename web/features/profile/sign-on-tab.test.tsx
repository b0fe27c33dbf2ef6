import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notifications } from '../../lib/notifications.ts';
import { keepSignOnArrival } from '../../lib/sign-on-arrival.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, failure, stubApi } from '../../lib/testing/stub-api.ts';
import { ProfilePage } from './profile-page.tsx';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const read = 'GET /api/profile/signOn';
const start = 'POST /api/profile/signOn/start';
const link = 'POST /api/profile/signOn';
const unlink = 'DELETE /api/profile/signOn';
const off = { label: 'Campus', identity: null, mayUnlink: true, hasPassword: true };
const identity = { label: 'li.na@example.edu', linkedAt: '2026-01-02T03:04:05.000Z', lastUsedAt: null };
const on = { ...off, identity };

async function open(calls: Parameters<typeof stubApi>[0], tab = 'signOn') {
  const api = stubApi(calls);
  await renderPage(`/app/home/profile?tab=${tab}`, () => <ProfilePage operations={() => null} />, sampleUser());
  return { api, user: userEvent.setup() };
}

describe('single sign-on in the profile', () => {
  it('is not mentioned where there is none', async () => {
    await open({ [read]: () => envelope({ ...off, label: null }) }, 'preferences');
    await screen.findByRole('tab', { name: 'Two-factor authentication' });
    expect(screen.queryByRole('tab', { name: 'Single sign-on' })).toBeNull();
  });

  it('is linked after the password, at the provider', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    let tries = 0;
    const { api, user } = await open({
      [read]: () => envelope(off),
      [start]: () => {
        tries += 1;
        return tries === 1
          ? failure(101, 'The current password is wrong.', { code: 'wrongPassword' })
          : envelope({ url: 'https://id.example/' }, 201);
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Link Campus' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByLabelText('Current password'), 'wrong{Enter}');
    expect(await dialog.findByText('The current password is wrong.')).toBeTruthy();
    await user.type(dialog.getByLabelText('Current password'), '!{Enter}');
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://id.example/'));
    expect(api.sent(start).map(({ body }) => body)).toEqual([{ password: 'wrong' }, { password: 'wrong!' }]);
  });

  it('is linked with the provider’s response', async () => {
    let state: unknown = off;
    sessionStorage.setItem('lectern.signOnPage', '/app/home/profile?tab=signOn');
    window.history.replaceState(null, '', '/app/auth?code=c&state=link.s');
    keepSignOnArrival();
    const { api } = await open({
      [read]: () => envelope(state),
      [link]: () => {
        state = on;
        return envelope(on);
      },
    });
    expect(await screen.findByText('li.na@example.edu')).toBeTruthy();
    expect(api.sent(link)).toMatchObject([{ body: { code: 'c', state: 'link.s' } }]);
    await waitFor(() => expect(notifications.get().map(({ title }) => title)).toContain('Single sign-on linked'));
  });

  it('says why it was not linked', async () => {
    sessionStorage.setItem('lectern.signOnPage', '/app/home/profile?tab=signOn');
    window.history.replaceState(null, '', '/app/auth?code=c&state=link.s');
    keepSignOnArrival();
    await open({
      [read]: () => envelope(off),
      [link]: () =>
        failure(
          409,
          'This single sign-on account is already linked to another user.',
          { code: 'signOnLinkedElsewhere' },
          409,
        ),
    });
    expect(await screen.findByText('Couldn’t link single sign-on')).toBeTruthy();
    expect(screen.getByText(/already linked to another user/)).toBeTruthy();
  });

  it('is unlinked after a question, and not at all while it is the only way in', async () => {
    let state: unknown = on;
    const { api, user } = await open({
      [read]: () => envelope(state),
      [unlink]: () => {
        state = { ...off, mayUnlink: false, hasPassword: false, identity };
        return envelope(state);
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Unlink' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Unlink' }));
    expect(await screen.findByText(/your only way to log in/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Unlink' })).toBeNull();
    expect(api.sent(unlink)).toHaveLength(1);
  });
});
