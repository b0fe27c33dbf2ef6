import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { sampleUser } from '../../../lib/testing/sample-session.ts';
import { envelope, stubApi } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { SubtitlePage } from '../subtitle-page.tsx';
import { idOf, sampleRow, sampleTrack, videoId } from '../testing/sample-subtitle.ts';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const editor = sampleUser({ id: idOf(900), roleId: 3, permissions: ['/app/handle/subtitle'] });
const rows = [
  sampleRow({
    tracks: [
      sampleTrack({ behind: true }),
      sampleTrack({ id: idOf(701), language: 'zh', isDefault: false, state: 'published', problems: 0 }),
    ],
    stale: true,
  }),
  sampleRow({
    id: idOf(2),
    tracks: [],
    problems: 0,
    resource: { ...sampleRow().resource, title: 'Silent film' },
    work: { state: 'skipped', progress: 0, cause: 'No speech was found.', causeCode: 'noSpeech' },
  }),
];

async function open() {
  const count = { value: 2, exact: true };
  const page = { rows, count, tabs: { all: count, none: { value: 1, exact: true } }, next: null, previous: null };
  const api = stubApi({
    'GET /api/subtitles': () => envelope(page),
    'GET /api/lists/subtitle/setup': () => envelope({ views: [], columns: null }),
    'GET /api/settings/public': () => envelope({}),
    'POST /api/operations': () => envelope({ id: idOf(500) }, 200, 'ok', 202),
  });
  await renderPage('/app/handle/subtitle?tab=all', SubtitlePage, editor);
  await screen.findByText('Respiration');
  return { begun: () => api.sent('POST /api/operations').at(-1)?.body };
}

const choose = async (title: string, name: string) => {
  const row = screen.getByText(title).closest('tr') as HTMLElement;
  await userEvent.click(within(row).getByRole('button', { name: /^Actions/ }));
  await userEvent.click(screen.getByRole('menuitem', { name }));
};

describe('the subtitles list', () => {
  it('shows languages with states, problems and out-of-date tracks, and links to the editor', async () => {
    await open();
    const row = screen.getByText('Respiration').closest('tr') as HTMLElement;
    expect(within(row).getByText('Out of date')).toBeTruthy();
    expect(within(row).getAllByText('Transcript changed')).toHaveLength(1);
    expect(within(row).getByRole('button', { name: '2' })).toBeTruthy();
    const chinese = within(row).getByRole('link', { name: /Chinese\s+Published/ });
    expect(chinese.getAttribute('href')).toContain(`id=${videoId}&language=zh`);
    expect(screen.getByText('Skipped').closest('[title]')?.getAttribute('title')).toBe('No speech was found.');
    expect(screen.getByRole('tab', { name: 'No subtitles 1' })).toBeTruthy();
  });

  it('asks for the language of multilingual videos, and runs missing tracks', async () => {
    const { begun } = await open();
    await choose('Respiration', 'Publish');
    const dialog = await screen.findByRole('dialog');
    await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Language' }), 'en');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Publish' }));
    const one = {
      list: 'subtitle',
      action: 'publish',
      selection: { ids: [videoId] },
      input: { language: 'en', acceptOutOfDate: false },
    };
    await waitFor(() => expect(begun()).toMatchObject(one));
    await choose('Respiration', 'Publish');
    const again = within(await screen.findByRole('dialog'));
    await userEvent.click(again.getByRole('switch', { name: 'Include out-of-date subtitles' }));
    await userEvent.click(again.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(begun()).toMatchObject({ action: 'publish', input: { acceptOutOfDate: true } }));
    await choose('Silent film', 'Create subtitles');
    await waitFor(() => expect(begun()).toMatchObject({ action: 'runMissing', selection: { ids: [idOf(2)] } }));
  });

  it('runs on everything that is missing, and on all', async () => {
    const { begun } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Create missing subtitles…' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Create subtitles' }));
    await waitFor(() => expect(begun()).toMatchObject({ action: 'runMissing', selection: { matching: 'tab=none' } }));
    await userEvent.click(screen.getByRole('button', { name: 'Recreate all subtitles…' }));
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Recreate subtitles' }),
    );
    await waitFor(() => expect(begun()).toMatchObject({ action: 'run', selection: { matching: 'tab=all' } }));
  });

  it('downloads the subtitles of chosen videos', async () => {
    await open();
    const go = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    await choose('Respiration', 'Download as VTT');
    expect(go).toHaveBeenCalledWith(`/api/subtitles/archive?format=vtt&ids=${videoId}`);
  });
});
