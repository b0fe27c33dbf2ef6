import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { idOf, sampleLecture } from '../../components/resource/testing/sample-lecture.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, failure, stubApi } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { uploadOrders } from '../../lib/uploads.ts';
import { MyPage } from './my-page.tsx';

beforeEach(async () => {
  await openFreshWindow();
  uploadOrders.set([]);
});
afterEach(closeWindow);

const me = sampleUser({ id: idOf(900), roleId: 4, permissions: ['/app/home/my'] });
const storage = {
  usedBytes: 950_000_000,
  quotaBytes: 1_000_000_000,
  byKind: [{ kind: 'video', resources: 3, bytes: 900_000_000 }],
};
const todo = {
  ...{ id: idOf(1), kind: 'byHand', title: 'Say where the poster is from', link: '/app/resource/info' },
  ...{ dueAt: '2020-01-01T00:00:00Z', overdue: true },
};
const library = { id: idOf(801), kind: 'personal', name: 'My library', owner: { id: me.id, name: 'Me' }, mayAdd: true };

async function openMine(rows = [sampleLecture(1)], calls: Parameters<typeof stubApi>[0] = {}) {
  const stream = stubEventSource();
  const count = { value: rows.length, exact: true };
  const api = stubApi({
    'GET /api/my/resources': () =>
      envelope({ rows, count, tabs: { all: count, needsMe: count }, next: null, previous: null }),
    'GET /api/lists/myResource/setup': () => envelope({ views: [], columns: null }),
    'GET /api/my/storage': () => envelope(storage),
    'GET /api/profile/tasks': () => envelope({ rows: [todo], count: 1 }),
    'GET /api/libraries': () => envelope([library]),
    'GET /api/settings/public': () => envelope({}),
    ...calls,
  });
  const page = await renderPage('/app/home/my', MyPage, me);
  await screen.findByRole('tablist');
  return { api, stream, ...page };
}

it('shows one’s resources, with storage and tasks', async () => {
  await openMine();
  expect(await screen.findByRole('link', { name: 'Lecture 1' })).toBeTruthy();
  const side = within(screen.getByRole('complementary', { name: 'Storage and tasks' }));
  expect(await side.findByText('950 MB of 1 GB')).toBeTruthy();
  expect(side.getByText(/^Almost full/)).toBeTruthy();
  expect(side.getByText('3 items · 900 MB')).toBeTruthy();
  expect(await side.findByRole('link', { name: 'Say where the poster is from' })).toBeTruthy();
  expect(side.getByText(/^Overdue by/)).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: 'Owner' })).toBeNull();
});

it('keeps the list when storage and to-dos can’t be read', async () => {
  await openMine(undefined, { 'GET /api/my/storage': () => failure(500, 'Broken', {}, 500) });
  expect(await screen.findByRole('link', { name: 'Lecture 1' })).toBeTruthy();
  expect(await screen.findByText('This couldn’t be loaded')).toBeTruthy();
});

it('offers the first upload, into one’s own library', async () => {
  await openMine([]);
  const box = (await screen.findByText('Drop files here')).parentElement as HTMLElement;
  const button = within(box).getByRole<HTMLButtonElement>('button', { name: 'Choose files' });
  await waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(button);
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('No file can be chosen');
  // Browsers set `webkitRelativePath` to an empty string for a file outside a folder.
  const file = Object.assign(new File(['x'], 'notes.md'), { webkitRelativePath: '' });
  await userEvent.upload(input, file);
  await waitFor(() => expect(uploadOrders.get()).toMatchObject([{ libraryId: idOf(801), folderId: null }]));
  expect(uploadOrders.get()[0]?.files[0]?.file.name).toBe('notes.md');
});
