import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  sampleContent,
  sampleView,
  sampleVersion as version,
} from '../../../../components/summary/testing/sample-summary.ts';
import { closeWindow, openFreshWindow } from '../../../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../../lib/testing/stub-event-source.ts';
import { at, idOf, openResource, sampleResource, sampleVersion } from '../testing/open-resource.tsx';
// Lazy parts, imported up front so that tests don't wait for their code to load.
import '../side-tabs.tsx';
import './chapters-tab.tsx';
import './summary-tab.tsx';
import '../../../../components/viewers/media/video-player.tsx';
import '../../../../components/viewers/text/text-viewer.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(closeWindow);

const second = (position: number, startMs: number) => ({
  ...{ source: 'speech' as const, position, page: null, startMs, endMs: startMs + 900, box: null },
});
const content = {
  ...sampleContent,
  short: [
    { text: 'It begins with light.', passages: [second(1, 5_000), second(4, 42_000)], supported: true },
    { text: 'It ends with pizza.', passages: [], supported: false },
  ],
  chapters: [
    { title: 'Light', startMs: 0 },
    { title: 'Gravity', startMs: 42_000 },
  ],
};
const published = { ...version({ origin: 'generated', model: 'qwen', state: 'published' }), content };
const video = sampleResource({
  ...{ kind: 'video', format: 'mp4', durationSeconds: 60 },
  current: sampleVersion({ format: 'mp4', durationSeconds: 60 }),
});
const open = (answer: object, tab: string, calls = {}) =>
  openResource(
    video,
    { [`GET ${at}/summary`]: () => envelope(answer), [`GET ${at}/summary/evidence`]: () => envelope([]), ...calls },
    `?tab=${tab}`,
  );
const timeOf = () => document.querySelector('video')?.currentTime;

describe('the summary of a resource', () => {
  it('shows the author, marks unsupported sentences and seeks to each source', async () => {
    await open({ published, state: 'published', mayOpen: true }, 'summary');
    expect(await screen.findByText('Written by qwen')).toBeTruthy();
    expect(screen.getByText('Not found in the text')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Edit summary' }).getAttribute('href')).toBe(
      `/app/handle/ai?id=${idOf(1)}`,
    );
    await screen.findByLabelText('Respiration', { selector: 'video' });
    await userEvent.click(screen.getByRole('button', { name: 'Show 0:42: Sentence 1' }));
    await waitFor(() => expect(timeOf()).toBe(42));
    await userEvent.click(screen.getByRole('button', { name: 'It begins with light.' }));
    await waitFor(() => expect(timeOf()).toBe(5));
  });

  it('marks a chosen sentence in the text before its passage has loaded', async () => {
    const place = { source: 'document' as const, position: 1, page: 1, startMs: null, endMs: null, box: null };
    const short = [{ text: 'Gas breaks the rock.', passages: [place], supported: true }];
    const current = sampleVersion({ format: 'txt' });
    const answer = { published: { ...published, content: { ...content, short } }, state: 'published', mayOpen: false };
    await openResource(
      sampleResource({ format: 'txt', current }),
      {
        [`GET ${at}/summary`]: () => envelope(answer),
        [`GET ${at}/summary/evidence`]: () => new Promise<Response>(() => undefined),
        [`GET /api${current.url}`]: () => new Response('Volcanoes erupt. Gas breaks the rock.', { status: 206 }),
      },
      '?tab=summary',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Gas breaks the rock.' }));
    await waitFor(() => expect(document.querySelector('.text-body mark')?.textContent).toBe('Gas breaks the rock.'));
  });

  it('shows editors the unpublished one, and says so', async () => {
    await open({ published: null, state: 'draft', mayOpen: true }, 'summary', {
      [`GET /api/summaries/${idOf(1)}`]: () => envelope(sampleView({ content })),
    });
    expect(await screen.findByText(/^Draft. Only people who manage summaries/)).toBeTruthy();
    expect(screen.getByText('It begins with light.')).toBeTruthy();
  });

  it('is offered to editors where there is none', async () => {
    await open({ published: null, state: 'none', mayOpen: true }, 'summary');
    expect(await screen.findByText('No summary yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open summary' })).toBeTruthy();
  });

  it('is not there for others until it is published', async () => {
    const { api } = await open({ published: null, state: 'draft', mayOpen: false }, 'summary');
    expect(await screen.findByText('No published summary')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /summary/ })).toBeNull();
    expect(api.sent(`GET /api/summaries/${idOf(1)}`)).toEqual([]);
  });

  it('that can’t be loaded is explained, with a way to try again', async () => {
    await open({}, 'summary', { [`GET ${at}/summary`]: () => failure(500, 'Oh no', { code: 'serverError' }, 500) });
    expect((await screen.findByRole('alert')).textContent).toContain('Oh no');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('the chapters of a recording', () => {
  it('are in their tab and on the player, the current one marked, each clickable', async () => {
    await open({ published, state: 'published', mayOpen: false }, 'chapters');
    const chapter = await screen.findByRole('button', { name: 'Go to 0:42: Gravity' });
    await screen.findByLabelText('Respiration', { selector: 'video' });
    await userEvent.click(chapter);
    await waitFor(() => expect(timeOf()).toBe(42));
    document.querySelector('video')?.dispatchEvent(new Event('timeupdate'));
    await waitFor(() => expect(chapter.getAttribute('aria-current')).toBe('true'));
    expect(await screen.findByRole('button', { name: '0:42 · Gravity' })).toBeTruthy();
    expect(screen.getByText('Waveform, chapters and notes')).toBeTruthy();
  });

  it('are missed in plain words', async () => {
    await open({ published: null, state: 'none', mayOpen: false }, 'chapters');
    expect(await screen.findByText('No chapters')).toBeTruthy();
  });
});
