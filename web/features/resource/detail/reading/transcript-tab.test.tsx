import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeWindow, openFreshWindow } from '../../../../lib/testing/fresh-window.ts';
import { envelope } from '../../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../../lib/testing/stub-event-source.ts';
import { at, openResource, sampleResource, sampleVersion } from '../testing/open-resource.tsx';
import { samplePart, sampleReading, sampleRendition, sampleStep } from '../testing/sample-reading.ts';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(closeWindow);

const video = sampleResource({
  kind: 'video',
  format: 'mp4',
  current: sampleVersion({ format: 'mp4', durationSeconds: 60 }),
});
const reading = sampleReading({ source: 'speech', parts: 1, engine: 'Parakeet 0.6b' });
const lines = [
  { text: 'Welcome to biology.', startMs: 0, endMs: 2_000 },
  {
    text: 'More cristae, more membrane.',
    startMs: 12_500,
    endMs: 15_000,
    words: [
      { text: 'More', confidence: 0.98, startMs: 12_500 },
      { text: 'cristae,', confidence: 0.41, startMs: 12_900 },
    ],
  },
  { text: 'Thank you.', startMs: 30_000, endMs: 31_000, suspects: ['textOnSilence' as const] },
];
const calls = {
  [`GET ${at}/readings`]: () => envelope([reading]),
  [`GET ${at}/readings/speech`]: () => envelope({ reading, parts: [samplePart(1, lines)] }),
  [`GET ${at}/renditions`]: () => envelope([]),
};

async function loaded() {
  const media = await screen.findByLabelText<HTMLVideoElement>('Respiration');
  Object.defineProperty(media, 'duration', { value: 60, configurable: true });
  Object.defineProperty(media, 'readyState', { value: 4, configurable: true });
  fireEvent(media, new Event('durationchange'));
  return media;
}

describe('a transcript', () => {
  it('goes to the second of a stretch that is clicked', async () => {
    await openResource(video, calls, '?tab=transcript');
    const media = await loaded();
    await userEvent.click(await screen.findByRole('button', { name: /^Go to 0:12: More cristae/ }));
    expect(media.currentTime).toBe(12.5);
  });

  it('links to the editor at the current second', async () => {
    await openResource(video, calls, '?tab=transcript');
    const media = await loaded();
    await userEvent.click(await screen.findByRole('button', { name: /^Go to 0:12: More cristae/ }));
    fireEvent(media, new Event('timeupdate'));
    const link = screen.getByRole('link', { name: 'Check and edit text' });
    await waitFor(() =>
      expect(link.getAttribute('href')).toMatch(/^\/app\/handle\/asrVideoDetail\/[\w-]+\?second=12$/),
    );
  });

  it('goes to where the word is said that is clicked', async () => {
    await openResource(video, calls, '?tab=transcript');
    const media = await loaded();
    const word = await screen.findByText('cristae,');
    document.caretPositionFromPoint = () => ({ offsetNode: word.firstChild, offset: 2 }) as unknown as CaretPosition;
    await userEvent.click(word);
    Reflect.deleteProperty(document, 'caretPositionFromPoint');
    expect(media.currentTime).toBe(12.9);
  });

  it('moves between uncertain words and seeks to each', async () => {
    await openResource(video, calls, '?tab=transcript');
    const media = await loaded();
    await userEvent.click(await screen.findByRole('button', { name: /^Next word to check/ }));
    expect(media.currentTime).toBe(12.9);
    expect(screen.getByText('cristae,').getAttribute('aria-current')).toBe('true');
    expect(screen.getByText('1 of 1')).toBeTruthy();
  });

  it('follows the sound', async () => {
    await openResource(video, calls, '?tab=transcript');
    const media = await loaded();
    await screen.findByText('Welcome to biology.');
    act(() => {
      media.currentTime = 13;
      fireEvent(media, new Event('timeupdate'));
    });
    const current = await waitFor(() => {
      const row = document.querySelector('[aria-current="true"]');
      expect(row?.textContent).toContain('cristae');
      return row;
    });
    expect(current?.tagName).toBe('LI');
  });

  it('tints doubtful words, and says what makes one doubt a stretch', async () => {
    await openResource(video, calls, '?tab=transcript');
    expect((await screen.findByText('cristae,')).className).toBe('reading-doubtful');
    expect(screen.getByText('Text over silence')).toBeTruthy();
  });

  it('is searched and exported as captions', async () => {
    await openResource(video, calls, '?tab=transcript');
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search transcript' }), 'thank');
    expect(await screen.findByText('1 match')).toBeTruthy();
    expect(screen.queryByText('Welcome to biology.')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    expect(screen.getAllByRole('menuitem').map((link) => link.textContent)).toEqual([
      'TXT',
      'SRT',
      'VTT',
      'DOCX',
      'JSON',
    ]);
  });

  it('is not there yet before anything was heard', async () => {
    await openResource(video, { ...calls, [`GET ${at}/readings`]: () => envelope([]) }, '?tab=transcript');
    expect(await screen.findByText('No transcript yet')).toBeTruthy();
  });

  it('says why there is none without speech', async () => {
    const work = sampleStep('asr', { state: 'failed', cause: 'No speech was found.', causeCode: 'noSpeech' });
    const failed = {
      ...calls,
      [`GET ${at}/readings`]: () => envelope([]),
      [`GET ${at}/work`]: () => envelope([{ work, log: '' }]),
    };
    await openResource(video, failed, '?tab=transcript');
    expect(await screen.findByText('No speech was found.')).toBeTruthy();
    expect(screen.getByText('No transcript')).toBeTruthy();
  });
});

describe('a recording', () => {
  it('plays the form that was made for the web, with its still picture', async () => {
    await openResource(video, {
      ...calls,
      [`GET ${at}/renditions`]: () => envelope([sampleRendition('video'), sampleRendition('poster')]),
    });
    const media = await loaded();
    expect(media.getAttribute('src')).toBe('/api/renditions/video');
    expect(media.getAttribute('poster')).toBe('/api/renditions/poster');
  });

  it('plays the file itself while nothing was made from it', async () => {
    await openResource(video, calls);
    expect((await loaded()).getAttribute('src')).toBe(`/api${video.current.url}`);
  });

  it('begins at the second that the address names', async () => {
    await openResource(video, calls, '?second=12.5');
    expect((await loaded()).currentTime).toBe(12.5);
  });

  it('draws the waveform that was measured, and shows pictures over the timeline', async () => {
    const facts = { columns: 10, tileWidth: 160, tileHeight: 90, seconds: [0, 30] };
    const { container } = await openResource(video, {
      ...calls,
      [`GET ${at}/renditions`]: () => envelope([sampleRendition('peaks'), sampleRendition('sprite', { facts })]),
      'GET /api/renditions/peaks': () => new Response(new Uint8Array([0, 128, 255])),
    });
    await loaded();
    await waitFor(() =>
      expect(container.querySelector('.waveform-bars')?.getAttribute('d')?.split('M')).toHaveLength(4),
    );
    const bar = screen.getByLabelText('Position').parentElement as HTMLElement;
    bar.getBoundingClientRect = () => ({ left: 0, width: 600 }) as DOMRect;
    fireEvent.pointerMove(bar, { clientX: 450 });
    expect(container.querySelector<HTMLElement>('.player-preview i')?.style.background).toContain('-160px');
  });
});
