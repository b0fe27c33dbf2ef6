import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../../lib/notifications.ts';
import { readSession } from '../../lib/session.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, failure } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { applyPreferences } from '../../lib/theme.ts';
import { openApp } from '../testing/open-app.tsx';

beforeEach(async () => {
  await openFreshWindow();
  await applyPreferences({ theme: 'light', density: 'comfortable', language: 'en' });
  stubEventSource();
});
afterEach(closeWindow);

const saved = 'PATCH /api/profile/preferences';
const root = document.documentElement.classList;

async function openMenu(options: Parameters<typeof openApp>[1] = {}) {
  const app = await openApp('/404', options);
  await userEvent.click(screen.getByRole('button', { name: 'Account of Li Wei' }));
  return app;
}

describe('the user menu', () => {
  it('says who is signed in, with role and department', async () => {
    const department = { id: '0197a0d0-0000-7000-8000-000000000002', code: 'MED', name: 'Medicine' };
    await openMenu({ user: sampleUser({ department }) });
    const text = screen.getByRole('menu', { name: 'Account' }).textContent;
    expect(text).toContain('Li Wei');
    expect(text).toContain('Recruitment specialist · Medicine');
    expect(document.querySelector('.avatar')?.getAttribute('data-initials')).toBe('LW');
  });

  it.each([
    ['Profile', '/app/home/profile'],
    ['Change password', '/app/home/profile?tab=password'],
    ['Sessions', '/app/home/profile?tab=sessions'],
  ])('“%s” opens %s', async (name, path) => {
    const { address } = await openMenu();
    await userEvent.click(screen.getByRole('menuitem', { name }));
    await waitFor(() => expect(address()).toBe(path));
  });

  it('changes theme and density at once, stays open, and saves the choice', async () => {
    const { api } = await openMenu();
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }));
    expect(root.contains('dark')).toBe(true);
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Compact' }));
    expect(root.contains('compact')).toBe(true);
    expect(screen.getByRole('menuitemradio', { name: 'Dark' }).getAttribute('aria-checked')).toBe('true');
    await waitFor(() =>
      expect(api.sent(saved).map((call) => call.body)).toEqual([{ theme: 'dark' }, { density: 'compact' }]),
    );
  });

  it('changes the language of everything on screen', async () => {
    const { api } = await openMenu();
    await userEvent.click(screen.getByRole('menuitemradio', { name: '中文' }));
    expect(await screen.findByRole('menu', { name: '账号' })).toBeTruthy();
    const menu = within(screen.getByRole('navigation', { name: '主菜单' }));
    expect(menu.getByRole('link', { name: '我的资源' })).toBeTruthy();
    expect(document.documentElement.lang).toBe('zh-CN');
    await waitFor(() => expect(api.sent(saved)[0]?.body).toEqual({ language: 'zh' }));
  });

  it('keeps a choice that couldn’t be saved, and says so', async () => {
    await openMenu({ calls: { [saved]: () => failure(503, 'no', { code: 'databaseDown' }, 503) } });
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }));
    expect(root.contains('dark')).toBe(true);
    await waitFor(() =>
      expect(notifications.get()).toMatchObject([
        { level: 'warning', title: 'Couldn’t save your choice', text: 'It applies in this window only.' },
      ]),
    );
  });

  it('logs out: notifies the server and forgets the session', async () => {
    const { api } = await openMenu({ calls: { 'POST /api/auth/outLogin': () => envelope(null, 204) } });
    await userEvent.click(screen.getByRole('menuitem', { name: 'Log out' }));
    await waitFor(() => expect(readSession()).toBeNull());
    expect(api.sent('POST /api/auth/outLogin')).toHaveLength(1);
  });

  it('opens the list of keyboard shortcuts', async () => {
    await openMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  });
});
