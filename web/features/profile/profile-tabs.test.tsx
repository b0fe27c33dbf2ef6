import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { samplePublicSettings } from '../../lib/testing/sample-settings.ts';
import { envelope, failure, stubApi } from '../../lib/testing/stub-api.ts';
import { applyPreferences } from '../../lib/theme.ts';
import { ProfilePage } from './profile-page.tsx';

beforeEach(async () => {
  await openFreshWindow();
  await applyPreferences({ theme: 'light', density: 'comfortable', language: 'en' });
});
afterEach(closeWindow);

async function open(tab: string, calls: Parameters<typeof stubApi>[0] = {}) {
  const api = stubApi({ 'GET /api/settings/public': () => envelope(samplePublicSettings()), ...calls });
  const page = await renderPage(`/app/home/profile?tab=${tab}`, ProfilePage, sampleUser());
  return { api, ...page };
}

describe('the tabs of the profile', () => {
  it('are kept in the address', async () => {
    const { address } = await open('preferences');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Preferences');
    await userEvent.click(screen.getByRole('tab', { name: 'Password' }));
    await waitFor(() => expect(address()).toBe('/app/home/profile?tab=password'));
    await userEvent.click(screen.getByRole('tab', { name: 'Profile' }));
    await waitFor(() => expect(address()).toBe('/app/home/profile'));
  });

  it('begin with the first for an address that names none of them', async () => {
    await open('nonsense');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Profile');
  });

  it('apply preferences at once and save them', async () => {
    const saved = 'PATCH /api/profile/preferences';
    const { api } = await open('preferences', { [saved]: ({ body }) => envelope(body) });
    await userEvent.click(screen.getByRole('radio', { name: 'Compact' }));
    expect(document.documentElement.classList.contains('compact')).toBe(true);
    await userEvent.click(screen.getByRole('radio', { name: '中文' }));
    expect(await screen.findByRole('heading', { level: 1, name: '个人资料' })).toBeTruthy();
    await waitFor(() =>
      expect(api.sent(saved).map((call) => call.body)).toEqual([{ density: 'compact' }, { language: 'zh' }]),
    );
  });
});

describe('the password', () => {
  const change = 'POST /api/auth/password';
  const type = async (name: string, value: string) => userEvent.type(screen.getByLabelText(name), value);

  async function fill(old: string, next: string, again = next) {
    await screen.findByText(/^At least 12 characters/);
    if (old) await type('Current password', old);
    await type('New password', next);
    await type('Repeat new password', again);
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
  }

  it('is changed, says that other sessions ended, and leaves empty fields', async () => {
    const { api } = await open('password', { [change]: () => envelope(null, 204) });
    expect(screen.getByText(/logged out on all other devices/)).toBeTruthy();
    await fill('old password', 'a new long one');
    await waitFor(() => expect(notifications.get()).toMatchObject([{ title: 'Password changed' }]));
    expect(api.sent(change)[0]?.body).toEqual({ oldPassword: 'old password', newPassword: 'a new long one' });
    expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('');
  });

  it.each([
    ['', 'a new long one', 'a new long one', 'Fill this in.'],
    ['old', 'too short', 'too short', 'Too short. Add 3 more characters.'],
    ['a new long one', 'a new long one', 'a new long one', 'Choose a password other than your current one.'],
    ['old', 'a new long one', 'another long one', 'The passwords don’t match.'],
  ])('is not sent as %j, %j, %j', async (old, next, again, message) => {
    const { api } = await open('password');
    await fill(old, next, again);
    expect(screen.getByText(message)).toBeTruthy();
    expect(api.sent(change)).toEqual([]);
  });

  it('says at its field that the current one is wrong', async () => {
    const refusal = () => failure(101, 'The current password is wrong.', { code: 'wrongPassword' }, 400);
    await open('password', { [change]: refusal });
    await fill('wrong', 'a new long one');
    const message = await screen.findByText('The current password is wrong.');
    expect(screen.getByLabelText('Current password').getAttribute('aria-describedby')).toBe(message.id);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('can be shown while typing', async () => {
    await open('password');
    const [show] = screen.getAllByRole('button', { name: 'Show password' });
    if (show) await userEvent.click(show);
    expect(screen.getByLabelText<HTMLInputElement>('Current password').type).toBe('text');
  });
});

describe('the sessions', () => {
  const sessions = 'GET /api/auth/sessions';
  const at = new Date(Date.now() - 3_600_000).toISOString();
  const session = (n: number, device: string, current = false) => ({
    id: `0197a0d0-0000-7000-8000-00000000001${n}`,
    device,
    current,
    ip: `10.0.0.${n}`,
    signedInAt: at,
    lastSeenAt: at,
  });
  const both = [session(1, 'Chrome on Linux', true), session(2, 'Firefox on Windows')];

  it('are listed with device, address and times; the current one is marked and can’t be ended', async () => {
    await open('sessions', { [sessions]: () => envelope(both) });
    const [, own, other] = await screen.findAllByRole('row');
    expect(own?.textContent).toContain('Chrome on Linux10.0.0.1');
    expect(own?.textContent).toContain('This session');
    expect(own && within(own).queryByRole('button')).toBeNull();
    expect(other?.textContent).toContain('1 hour ago');
  });

  it('are ended one by one after a question', async () => {
    let left = both;
    const revoke = `DELETE /api/auth/sessions/${both[1]?.id}`;
    const { api } = await open('sessions', {
      [sessions]: () => envelope(left),
      [revoke]: () => {
        left = left.slice(0, 1);
        return envelope(null, 204);
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke the session on Firefox on Windows' }));
    expect(screen.getByRole('dialog').textContent).toContain('Firefox on Windows will be logged out.');
    expect(api.sent(revoke)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Revoke session' }));
    expect(await screen.findByText('You’re not logged in anywhere else.')).toBeTruthy();
    expect(screen.queryByText('Firefox on Windows')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Revoke all others' })).toBeNull();
  });

  it('are ended all but this one after a question', async () => {
    const revoke = 'POST /api/auth/sessions/revokeOthers';
    const { api } = await open('sessions', {
      [sessions]: () => envelope(both),
      [revoke]: () => envelope({ ended: 1 }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke all others' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Revoke all other sessions?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke all others' }));
    await waitFor(() => expect(notifications.get()).toMatchObject([{ title: '1 other session revoked' }]));
    expect(api.sent(revoke)).toHaveLength(1);
  });

  it('that cannot be loaded are explained, with a way to try again', async () => {
    let tries = 0;
    await open('sessions', {
      [sessions]: () => {
        tries += 1;
        return tries === 1 ? failure(500, 'Oh no', { code: 'serverError' }, 500) : envelope(both);
      },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('request-1');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Chrome on Linux')).toBeTruthy();
  });
});

describe('the activity', () => {
  const activity = 'GET /api/profile/activity';
  const row = (id: number, change: object = {}) => ({
    id: String(id),
    at: '2026-03-01T12:00:00.000Z',
    action: 'auth.signedIn',
    objectType: 'session',
    objectId: 'x',
    ip: '10.0.0.1',
    before: null,
    after: null,
    ...change,
  });

  it('names each activity and shows the fields it changed, before and after', async () => {
    const changed = row(2, {
      action: 'profile.updated',
      before: { name: 'A', phone: null, same: 1 },
      after: { name: 'B', phone: '5', same: 1 },
    });
    await open('activity', { [activity]: () => envelope([changed, row(1)]) });
    await userEvent.click(await screen.findByText('Edited your profile'));
    const cells = screen.getAllByRole('row').map((line) => [...line.children].map((cell) => cell.textContent));
    expect(cells).toEqual([
      ['Field', 'Before', 'After'],
      ['Name', 'A', 'B'],
      ['Phone', 'Not set', '5'],
    ]);
    expect(screen.getByText('Logged in').closest('details')).toBeNull();
  });

  it('names yes, no and the source of a text', async () => {
    const checked = row(3, {
      action: 'reading.checked',
      before: { checked: false },
      after: { source: 'speech', checked: true },
    });
    await open('activity', { [activity]: () => envelope([checked]) });
    await userEvent.click(await screen.findByText('Text checked'));
    const cells = screen.getAllByRole('row').map((line) => [...line.children].map((cell) => cell.textContent));
    expect(cells.slice(1)).toEqual([
      ['Checked', 'No', 'Yes'],
      ['Source', 'Not set', 'Speech'],
    ]);
  });

  it('loads older entries', async () => {
    const many = Array.from({ length: 30 }, (_, index) => row(index));
    const { api } = await open('activity', {
      [activity]: ({ url }) =>
        envelope(url.searchParams.get('size') === '100' ? [...many, row(99, { action: 'x.y' })] : many),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('X y')).toBeTruthy();
    expect(api.sent(activity)).toHaveLength(2);
  });

  it('knows of a change that was made a moment ago on another tab', async () => {
    const rows = [row(1)];
    await open('activity', {
      [activity]: () => envelope(rows),
      'PATCH /api/profile': () => envelope(sampleUser({ name: 'New', version: 2 })),
    });
    await screen.findByText('Logged in');
    await userEvent.click(screen.getByRole('tab', { name: 'Profile' }));
    await userEvent.type(await screen.findByLabelText(/^Name/), '!');
    rows.unshift(row(2, { action: 'profile.updated' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull());
    await userEvent.click(screen.getByRole('tab', { name: 'Activity' }));
    expect(await screen.findByText('Edited your profile')).toBeTruthy();
  });

  it('says what will be here when there is none', async () => {
    await open('activity', { [activity]: () => envelope([]) });
    expect(await screen.findByText('No activity yet')).toBeTruthy();
  });
});
