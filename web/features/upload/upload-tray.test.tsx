import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { stubApi } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { startUpload, uploadOrders } from '../../lib/uploads.ts';
import { realCalls } from './engine/upload-calls.ts';
import { markLeft, mayBeLeft } from './left-mark.ts';
import { FakeServer } from './testing/fake-server.ts';
import { UploadTray } from './upload-tray.tsx';

let server: FakeServer;
let stream: ReturnType<typeof stubEventSource>;
let told = 0;
const libraryId = '0197a0d0-0000-7000-8000-00000000000a';
const twin = { id: libraryId, kind: 'document', title: 'Cells', library: 'School library', mayReplace: true };

beforeEach(async () => {
  await openFreshWindow();
  stream = stubEventSource();
  server = new FakeServer();
  for (const name of ['announce', 'defaultLanguage', 'list', 'settle', 'cancel', 'send'] as const) {
    vi.spyOn(realCalls, name).mockImplementation(server[name] as never);
  }
});
afterEach(() => {
  uploadOrders.set([]);
  vi.restoreAllMocks();
  closeWindow();
});

const fileOf = (name: string) => new File([name], name, { lastModified: 1_790_000_000_000 });
const tray = () => screen.findByRole('region', { name: 'Uploads' });
const entry = async (name: string) => {
  const found = within(await tray())
    .getAllByRole('listitem')
    .find((item) => item.textContent?.includes(name));
  if (!found) throw new Error(`The tray does not show ${name}`);
  return found;
};
const tell = (name: string, state: Parameters<FakeServer['become']>[1], more = {}) =>
  act(() => {
    const upload = server.become(server.idOf(name), state, more);
    stream.all[0]?.send('upload', { topic: 'upload', upload }, `upload-${++told}`);
  });

async function show(...names: string[]) {
  stubApi({});
  await renderPage('/here', UploadTray);
  await waitFor(() => expect(stream.all).toHaveLength(1));
  if (names.length > 0) act(() => void startUpload({ files: names.map(fileOf), libraryId }));
  if (names.length > 0) await waitFor(() => expect(server.sending.size).toBeGreaterThan(0));
}

it('shows nothing until there is something to upload, then each file with its state', async () => {
  await show();
  expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
  server.refuses.add('virus.exe');
  act(() => void startUpload({ files: [fileOf('notes.pdf'), fileOf('virus.exe')], libraryId }));
  expect(await within(await tray()).findByText('Uploading 0 of 2')).toBeDefined();
  expect(await within(await tray()).findByText('This kind of file is not accepted.')).toBeDefined();
  tell('notes.pdf', 'done');
  const link = await within(await tray()).findByRole('link', { name: 'Open notes.pdf' });
  expect(link.getAttribute('href')).toBe(`/app/resource/info/detail/${server.idOf('notes.pdf')}`);
});

it('pauses, resumes and cancels one file and all, and asks before it cancels all', async () => {
  await show('a.pdf', 'b.pdf');
  await userEvent.click(within(await entry('a.pdf')).getByRole('button', { name: 'Pause a.pdf' }));
  expect(await within(await tray()).findByText(/^Paused/)).toBeDefined();
  expect(server.namesBeingSent()).toEqual(['b.pdf']);
  await userEvent.click(within(await tray()).getByRole('button', { name: 'Resume all' }));
  await waitFor(() => expect(server.namesBeingSent()).toEqual(['a.pdf', 'b.pdf']));
  await userEvent.click(within(await tray()).getByRole('button', { name: 'Cancel all' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel uploads' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull());
  expect(server.cancelled).toHaveLength(2);
});

it('asks once what becomes of files that are there already, for all of them if wanted', async () => {
  await show('a.pdf', 'b.pdf');
  tell('a.pdf', 'duplicate', { duplicateOf: twin });
  tell('b.pdf', 'duplicate', { duplicateOf: twin });
  await userEvent.click(await within(await tray()).findByRole('button', { name: 'Choose what to do with a.pdf' }));
  const dialog = screen.getByRole('dialog', { name: 'This file already exists' });
  expect(dialog.textContent).toContain('“a.pdf” is identical to “Cells” in School library.');
  await userEvent.click(within(dialog).getByRole('radio', { name: /^New version/ }));
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /^Apply to all 2 duplicates/ }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(server.settled.map(([, choice]) => choice)).toEqual(['new_version', 'new_version']));
  expect(await within(await tray()).findByText('2 files uploaded')).toBeDefined();
});

it('warns before the window closes while files are being sent, and remembers that some were left', async () => {
  await show('a.pdf');
  await tray();
  const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(true);
  expect(mayBeLeft(sampleUser().id)).toBe(true);
  tell('a.pdf', 'done');
  await within(await tray()).findByText('1 file uploaded');
  expect(leave()).toBe(false);
  expect(mayBeLeft(sampleUser().id)).toBe(false);
});

it('asks for the same files after a reload, and says which it was not', async () => {
  await server.announce({ batchId: libraryId, libraryId, folderId: null, replacesId: null, onDuplicate: 'ask' }, [
    { id: '0197a0d0-0000-8000-8000-00000000000b', fileName: 'a.pdf', relativePath: '', sizeBytes: 5 },
  ]);
  markLeft(sampleUser().id, true);
  await show();
  expect(await within(await tray()).findByText('Choose 1 file again to resume')).toBeDefined();
  expect(within(await tray()).getByRole('button', { name: 'Choose folder' })).toBeDefined();
  expect(within(await entry('a.pdf')).getByText(/^Choose this file again/)).toBeDefined();
});

it('folds up when all is well, but not when something in an archive was left behind', async () => {
  server.usualLanguage = 'en';
  await show('week.zip');
  tell('week.zip', 'done', { entries: { created: 3, updated: 0, skipped: 2, failed: 0 } });
  expect(await within(await tray()).findByRole('button', { name: /week\.zip/ })).toBeDefined();
  act(() => void startUpload({ files: [fileOf('a.pdf')], libraryId }));
  await waitFor(() => expect(server.namesBeingSent()).toEqual(['a.pdf']));
  tell('week.zip', 'done', { entries: { created: 5, updated: 0, skipped: 0, failed: 0 } });
  tell('a.pdf', 'done');
  await waitFor(async () => expect(within(await tray()).queryAllByRole('listitem')).toEqual([]));
  expect(within(await tray()).getByText('2 files uploaded')).toBeDefined();
});
