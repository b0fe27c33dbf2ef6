import type { SubtitleTrack } from '@lectern/contract/features/subtitle.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { envelope } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { at, idOf, openResource, sampleResource, sampleVersion } from './testing/open-resource.tsx';

let streams: ReturnType<typeof stubEventSource>;
beforeEach(async () => {
  await openFreshWindow();
  streams = stubEventSource();
});
afterEach(closeWindow);

const video = sampleResource({
  kind: 'video',
  format: 'mp4',
  current: sampleVersion({ format: 'mp4', durationSeconds: 60 }),
});
const track = (change: Partial<SubtitleTrack> = {}): SubtitleTrack => ({
  id: idOf(700),
  resourceId: video.id,
  language: 'en',
  label: '',
  state: 'checked',
  isDefault: true,
  stale: false,
  behind: false,
  cues: 12,
  problems: 1,
  number: 2,
  origin: 'edited',
  offered: null,
  version: 4,
  changedAt: '2026-11-16T10:00:00.000Z',
  changedBy: 'Li Wei',
  url: null,
  ...change,
});
const published = (version: number) =>
  track({ state: 'published', version, url: `/resources/${video.id}/subtitles/en.vtt?v=${version}` });
const open = (tracks: () => SubtitleTrack[], hasTranscript = true, calls = {}) =>
  openResource(
    video,
    { [`GET ${at}/subtitles`]: () => envelope({ tracks: tracks(), mayEdit: true, hasTranscript }), ...calls },
    '?tab=subtitles',
  );

it('the Subtitles tab publishes a track, and the player shows it immediately, also after others’ changes', async () => {
  let now = track();
  const { api, container } = await open(() => [now], true, {
    [`POST /api/subtitles/${track().id}/moves`]: () => {
      now = published(5);
      return envelope(now);
    },
  });
  const panel = await screen.findByRole('tabpanel');
  await within(panel).findByText('Checked');
  expect(within(panel).getByText(/12 cues · 1 problem/)).toBeTruthy();
  const edit = within(panel).getByRole('link', { name: 'Edit: English' });
  expect(edit.getAttribute('href')).toBe(`/app/handle/subtitle?id=${video.id}&language=en`);
  expect(container.querySelector('track')).toBeNull();
  await userEvent.click(within(panel).getByRole('button', { name: 'Publish: English' }));
  expect(api.sent(`POST /api/subtitles/${track().id}/moves`)[0]?.body).toEqual({ move: 'publish', version: 4 });
  await waitFor(() => expect(container.querySelector('track')?.getAttribute('src')).toMatch(/en\.vtt\?v=5$/));
  now = published(6);
  act(() => {
    streams.all[0]?.open();
    streams.all[0]?.send('work', { topic: 'work', resourceId: video.id }, '1');
  });
  await waitFor(() => expect(container.querySelector('track')?.getAttribute('src')).toMatch(/en\.vtt\?v=6$/));
});

it('the tab of subtitles asks before it publishes a track that is out of date', async () => {
  const { api } = await open(() => [track({ stale: true })], true, {
    [`POST /api/subtitles/${track().id}/moves`]: () => envelope(published(5)),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Publish: English' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'These subtitles are out of date' }));
  expect(api.sent(`POST /api/subtitles/${track().id}/moves`)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Publish anyway' }));
  expect(api.sent(`POST /api/subtitles/${track().id}/moves`)[0]?.body).toEqual({
    ...{ move: 'publish', version: 4, acceptOutOfDate: true },
  });
});

it('the tab of subtitles makes them where something was heard', async () => {
  const { api } = await open(() => [], true, {
    [`POST ${at}/work/subtitle`]: () => envelope(null, 204),
  });
  await screen.findByText('No subtitles yet');
  await userEvent.click(screen.getByRole('button', { name: 'Create subtitles' }));
  await waitFor(() => expect(api.sent(`POST ${at}/work/subtitle`)).toHaveLength(1));
});
