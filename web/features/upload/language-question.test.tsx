import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { stubApi } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { startUpload, uploadOrders } from '../../lib/uploads.ts';
import { realCalls } from './engine/upload-calls.ts';
import { FakeServer } from './testing/fake-server.ts';
import { UploadTray } from './upload-tray.tsx';

let server: FakeServer;
const libraryId = '0197a0d0-0000-7000-8000-00000000000a';
const otherId = '0197a0d0-0000-7000-8000-00000000000b';

beforeEach(async () => {
  await openFreshWindow();
  const stream = stubEventSource();
  server = new FakeServer();
  for (const name of ['announce', 'defaultLanguage', 'list', 'settle', 'cancel', 'send'] as const) {
    vi.spyOn(realCalls, name).mockImplementation(server[name] as never);
  }
  stubApi({});
  await renderPage('/here', UploadTray);
  await waitFor(() => expect(stream.all).toHaveLength(1));
});
afterEach(() => {
  uploadOrders.set([]);
  vi.restoreAllMocks();
  closeWindow();
});

const bring = (names: readonly string[], to = libraryId) =>
  act(() => void startUpload({ files: names.map((name) => new File([name], name)), libraryId: to }));
const question = () => screen.findByRole('combobox', { name: 'Language of the recordings' });
const languages = () => Object.fromEntries([...server.rows.values()].map((row) => [row.fileName, row.language]));

it('asks for the language of recordings before they are sent, says why, and takes no empty answer', async () => {
  bring(['talk.mp4', 'notes.pdf']);
  const list = await question();
  expect(document.activeElement).toBe(list);
  expect(screen.getByText('Recordings are transcribed in this language.')).toBeDefined();
  expect(await screen.findByText('2 files need a language')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
  expect(screen.getByText('Choose the language of the recordings.')).toBeDefined();
  expect(document.activeElement).toBe(list);
  expect(server.rows.size).toBe(0);
  await userEvent.selectOptions(list, 'Chinese');
  await userEvent.keyboard('{Tab}{Enter}');
  await waitFor(() => expect(languages()).toEqual({ 'talk.mp4': 'zh', 'notes.pdf': 'zh' }));
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('offers an honest way out for recordings without speech', async () => {
  bring(['birdsong.wav']);
  await userEvent.selectOptions(await question(), 'No speech or another language');
  expect(screen.getByText(/^Recordings won’t be transcribed\./)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
  await waitFor(() => expect(languages()).toEqual({ 'birdsong.wav': null }));
});

it('starts with the person’s last choice in that library', async () => {
  bring(['first.mp3']);
  await userEvent.selectOptions(await question(), 'French');
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
  await waitFor(() => expect(languages()).toEqual({ 'first.mp3': 'fr' }));
  bring(['second.mp3']);
  expect(((await question()) as HTMLSelectElement).value).toBe('fr');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Upload' }));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(languages()).toMatchObject({ 'second.mp3': 'fr' }));
  bring(['third.mp3'], otherId);
  expect(((await question()) as HTMLSelectElement).value).toBe('');
});

it('asks nothing where there are no recordings or the library has a default, and lets both be changed under way', async () => {
  bring(['notes.pdf']);
  const tray = await screen.findByRole('region', { name: 'Uploads' });
  expect(await within(tray).findByText('No language set')).toBeDefined();
  expect(screen.queryByRole('combobox')).toBeNull();
  const change = within(tray).getByRole('button', { name: 'Change' });
  await userEvent.click(change);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'German');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await within(tray).findByText('Language: German')).toBeDefined();
  expect(document.activeElement).toBe(change);
  expect(languages()).toEqual({ 'notes.pdf': 'de' });
  server.usualLanguage = 'en';
  bring(['talk.mp4']);
  await waitFor(() => expect(server.namesBeingSent()).toContain('talk.mp4'));
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('keeps what has arrived in sight while it asks, and gives up only the files it asks about', async () => {
  bring(['notes.pdf']);
  await waitFor(() => expect(server.namesBeingSent()).toEqual(['notes.pdf']));
  bring(['talk.mp4', 'other.mp4']);
  await question();
  const tray = screen.getByRole('region', { name: 'Uploads' });
  await waitFor(() => expect(within(tray).getAllByRole('listitem')).toHaveLength(3));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel upload' }));
  await waitFor(() => expect(within(tray).getAllByRole('listitem')).toHaveLength(1));
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(server.namesBeingSent()).toEqual(['notes.pdf']);
});
