import { notificationKinds, securityKinds } from '@lectern/contract/features/notification.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, failure, stubApi } from '../../lib/testing/stub-api.ts';
import { notificationGroups } from './notifications-tab.tsx';
import { ProfilePage } from './profile-page.tsx';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const path = '/api/profile/notifications';
const modes = Object.fromEntries(notificationKinds.map((kind) => [kind, 'bell']));
const stored = { modes, mail: { configured: false, address: null } };
const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });

async function open(save: () => Response) {
  const api = stubApi({ [`GET ${path}`]: () => envelope(stored), [`PATCH ${path}`]: save });
  await renderPage('/app/home/profile?tab=notifications', ProfilePage, sampleUser());
  return api;
}

it('offers every kind once, and what concerns safety without a way to switch it off', async () => {
  const listed = notificationGroups.flatMap(({ kinds }) => kinds);
  expect([...listed].sort()).toEqual([...notificationKinds].sort());
  await open(() => envelope(stored));
  expect(await screen.findByText(/Email isn’t set up yet/)).toBeTruthy();
  expect(await screen.findAllByRole('radio', { name: /: Off$/ })).toHaveLength(
    notificationKinds.length - securityKinds.length,
  );
});

it('saves a choice immediately, and reverts it when refused', async () => {
  let refuses = false;
  const chosen = { ...stored, modes: { ...modes, taskDue: 'digest' } };
  const api = await open(() => (refuses ? failure(500, 'Broken', {}, 500) : envelope(chosen)));
  await userEvent.click(await radio('Task due soon or overdue: Daily email'));
  await waitFor(() => expect(api.sent(`PATCH ${path}`)[0]?.body).toEqual({ modes: { taskDue: 'digest' } }));
  await waitFor(async () => expect((await radio('Task due soon or overdue: Daily email')).checked).toBe(true));
  refuses = true;
  await userEvent.click(await radio('Comment on your task: Off'));
  await waitFor(async () => expect((await radio('Comment on your task: In-app')).checked).toBe(true));
});
