import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MyWithSetup } from '../../app/my-with-setup.tsx';
import { initialState } from '../../lib/initial-state.ts';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, stubApi } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const chief = sampleUser({ roleId: 1, permissions: [], setupHidden: false });
const nothing = { organisation: false, people: false, mail: false, upload: false, publication: false };

async function openMine(user = chief, done: Record<string, boolean> = nothing) {
  stubEventSource();
  const api = stubApi({
    'GET /api/system/setup': () => envelope({ done }),
    'PUT /api/system/setup': () => envelope(null, 204),
  });
  initialState.set({ user, loading: false, error: null });
  await renderPage('/app/home/my', MyWithSetup, user);
  await screen.findByRole('heading', { level: 1 });
  return api;
}
const checklist = async () => within(await screen.findByRole('region', { name: 'Set up Lectern' }));

it('ticks what is done and links the pages for the rest', async () => {
  await openMine(chief, { ...nothing, people: true });
  const list = await checklist();
  expect(list.getByText('1 of 5 done')).toBeTruthy();
  const steps = list.getAllByRole('listitem').map((item) => item.textContent);
  expect(steps[1]).toBe('PeopleDone');
  const links = list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Colleges', '/app/system/subject'],
    ['Departments', '/app/system/department'],
    ['Settings', '/app/system/settings'],
    ['Resource library', '/app/resource/library'],
    ['All resources', '/app/resource/info'],
  ]);
});

it('is hidden on request, remembered, and brought back by Undo', async () => {
  const api = await openMine();
  await userEvent.click((await checklist()).getByRole('button', { name: 'Hide' }));
  await waitFor(() => expect(initialState.get().user?.setupHidden).toBe(true));
  notifications.get().at(-1)?.action?.run();
  await waitFor(() => expect(initialState.get().user?.setupHidden).toBe(false));
  const sent = api.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(sent).toEqual([{ hidden: true }, { hidden: false }]);
});

it('is gone for good once everything is done', async () => {
  await openMine(chief, Object.fromEntries(Object.keys(nothing).map((step) => [step, true])));
  await waitFor(() => expect(initialState.get().user?.setupHidden).toBe(true));
  expect(screen.queryByRole('region', { name: 'Set up Lectern' })).toBeNull();
});

it.each([
  ['other roles', sampleUser({ roleId: 3, permissions: ['/app/home/my'], setupHidden: false })],
  ['administrators who hid it', { ...chief, setupHidden: true }],
  ['someone viewing as an administrator', { ...chief, viewedBy: { id: chief.id, name: 'A', since: '2026-01-01' } }],
])('is not even loaded for %s', async (_, user) => {
  const api = await openMine(user);
  expect(api.calls.some(({ url }) => url.pathname === '/api/system/setup')).toBe(false);
});
