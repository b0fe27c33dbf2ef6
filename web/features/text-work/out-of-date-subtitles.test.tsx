import type { SubtitleTrack } from '@lectern/contract/features/subtitle.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { at, idOf } from '../../components/resource/testing/sample-detail.ts';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { envelope } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { openSpeech } from './testing/open-text.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(closeWindow);

const track: SubtitleTrack = {
  ...{ id: idOf(700), resourceId: idOf(1), language: 'en', label: '', state: 'auto', isDefault: true },
  ...{ stale: true, behind: true, cues: 12, problems: 0, number: 2, origin: 'machine', offered: null, version: 4 },
  ...{ changedAt: '2026-11-16T10:00:00.000Z', changedBy: null, url: null },
};
const told = () => notifications.get().map(({ title }) => title);
const update = `/api/subtitles/${track.id}/update`;
const tracks = (...all: SubtitleTrack[]) => envelope({ tracks: all, mayEdit: true, hasTranscript: true });
const preview = {
  track,
  ...{ baseId: idOf(710), readingId: idOf(711), counts: { changed: 1, toCheck: 1 } },
  changed: [{ cue: 3, startMs: 65_000, before: 'all of bilogy', after: 'all of biology' }],
  toCheck: [{ cue: 8, startMs: 90_000, before: 'My own words', after: 'the cell walls' }],
};

describe('a transcript with outdated subtitles', () => {
  it('updates unedited tracks with one click', async () => {
    const { api, user } = await openSpeech({
      [`GET ${at}/subtitles`]: () => tracks(track),
      [`GET ${update}`]: () => envelope({ ...preview, toCheck: [], counts: { changed: 1, toCheck: 0 } }),
      [`POST ${update}`]: () => envelope({ track: { ...track, behind: false }, changed: 1, toCheck: 0 }),
    });
    await screen.findByText('English subtitles were made from an earlier transcript.');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(api.sent(`POST ${update}`)).toHaveLength(1));
    expect(api.sent(`POST ${update}`)[0]?.body).toEqual({ baseId: idOf(710), readingId: idOf(711) });
    await waitFor(() => expect(told()).toContain('English subtitles updated'));
  });

  it('previews changes of edited tracks, and what remains to check', async () => {
    const { api, user } = await openSpeech({
      [`GET ${at}/subtitles`]: () => tracks({ ...track, state: 'published', origin: 'edited' }),
      [`GET ${update}`]: () => envelope(preview),
      [`POST ${update}`]: () => envelope({ track: { ...track, behind: false }, changed: 1, toCheck: 1 }),
    });
    await screen.findByText('English subtitles were made from an earlier transcript.');
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'See changes' }));
    const dialog = await screen.findByRole('dialog', { name: 'Update English subtitles' });
    await within(dialog).findByText('1 cue will change');
    expect(within(dialog).getByText('bilogy').tagName).toBe('DEL');
    expect(within(dialog).getByText('My own words')).toBeTruthy();
    expect(within(dialog).getByText('Transcript: the cell walls')).toBeTruthy();
    const link = within(dialog).getByRole('link', { name: '#4 · 1:05' });
    expect(link.getAttribute('href')).toBe(`/app/handle/subtitle?id=${idOf(1)}&language=en&second=65`);
    await user.click(within(dialog).getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(api.sent(`POST ${update}`)).toHaveLength(1));
    await waitFor(() => expect(told()).toContain('English subtitles updated. Check the 1 cue edited manually.'));
  });

  it('asks to translate translated tracks again', async () => {
    await openSpeech({ [`GET ${at}/subtitles`]: () => tracks({ ...track, origin: 'translated', language: 'zh' }) });
    await screen.findByText(/^Chinese subtitles were translated from an earlier text/);
    expect(screen.queryByRole('button', { name: 'See changes' })).toBeNull();
  });
});
