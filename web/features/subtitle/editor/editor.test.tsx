import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { at, sampleResource, sampleVersion } from '../../../components/resource/testing/sample-detail.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { sampleUser } from '../../../lib/testing/sample-session.ts';
import { envelope, failure, stubApi } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { idOf, sampleCues, sampleSubtitle, sampleText, sampleTrack, videoId } from '../testing/sample-subtitle.ts';
import { SubtitleEditorPage } from './editor-page.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(closeWindow);

const me = sampleUser({ id: idOf(900), roleId: 3, permissions: ['/app/handle/subtitle'] });
const video = sampleResource({
  kind: 'video',
  format: 'mp4',
  title: 'Respiration',
  current: sampleVersion({ format: 'mp4', durationSeconds: 60 }),
});
const track = sampleTrack();
const chinese = sampleTrack({ id: idOf(701), language: 'zh', isDefault: false, state: 'published' });
const own = `/api/subtitles/${track.id}`;
const saved = (change: object = {}) => ({
  track: sampleTrack({ state: 'edited', version: 5, number: 2, ...change }),
  text: sampleText({ id: idOf(711), number: 2, origin: 'edited', createdBy: 'Li Wei' }),
});

async function open(calls: Parameters<typeof stubApi>[0] = {}, tracks = [track]) {
  const api = stubApi({
    [`GET ${at}`]: () => envelope(video),
    [`GET ${at}/renditions`]: () => envelope([]),
    [`GET ${at}/subtitles`]: () => envelope({ tracks, mayEdit: true, hasTranscript: true }),
    [`GET ${at}/subtitles/neighbours`]: () => envelope({ previous: null, next: null, before: 0, after: 0 }),
    [`GET ${own}`]: () => envelope(sampleSubtitle()),
    [`GET ${own}/versions`]: () => envelope({ versions: [sampleText()], draft: null, mayEdit: true }),
    [`GET ${own}/lock`]: () => envelope(null),
    [`PUT ${own}/lock`]: () =>
      envelope({ holder: { id: me.id, name: me.name }, since: '2026-11-16T10:00:00.000Z', own: true }),
    [`DELETE ${own}/lock`]: () => envelope(null, 204),
    [`PUT ${own}/draft`]: () =>
      envelope({
        version: 1,
        baseId: idOf(710),
        by: { id: me.id, name: me.name },
        own: true,
        updatedAt: '2026-11-16T10:00:00.000Z',
      }),
    'GET /api/settings/public': () => envelope({}),
    ...calls,
  });
  const page = await renderPage(`/app/handle/subtitle?id=${videoId}`, SubtitleEditorPage, me);
  return { api, user: userEvent.setup(), ...page };
}

const field = (number: number) => screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Line ${number}` });
const begin = async (user: ReturnType<typeof userEvent.setup>) => {
  const list = await screen.findByRole('region', { name: 'Lines of text' });
  list.focus();
  await user.keyboard('{Enter}');
  return field(1);
};

describe('the subtitle editor', () => {
  it('goes to problems with Tab, fixes one with a key and saves all cues over the base version', async () => {
    const { api, user } = await open({ [`POST ${own}/versions`]: () => envelope(saved(), 201) });
    await begin(user);
    await screen.findByRole('button', { name: /^2 problems/ });
    await user.keyboard('{Tab}');
    expect((await field(3)).value).toBe('Always.');
    await user.keyboard('{Alt>}x{/Alt}');
    await user.keyboard('{Alt>}x{/Alt}');
    await screen.findByRole('button', { name: /^No problems/ });
    await user.click(screen.getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(api.sent(`POST ${own}/versions`)).toHaveLength(1));
    const body = api.sent(`POST ${own}/versions`)[0]?.body ?? {};
    const { baseId, cues } = body as { baseId: string; cues: typeof sampleCues };
    expect(baseId).toBe(idOf(710));
    expect(cues).toHaveLength(3);
    expect((cues[2]?.endMs ?? 0) - (cues[2]?.startMs ?? 0)).toBeGreaterThanOrEqual(1_000);
    await screen.findByText('All changes saved');
  });

  it('fixes all problems at once, and asks first if cues would lag behind the sound', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Fix all' }));
    await screen.findByRole('button', { name: /^No problems/ });
    closeWindow();
    await openFreshWindow();
    stubEventSource();
    const text = 'far more than anybody could ever read';
    const fast = Array.from({ length: 8 }, (_, at) => ({ startMs: at * 1_200, endMs: at * 1_200 + 1_100, text }));
    await open({ [`GET ${own}`]: () => envelope({ ...sampleSubtitle(), cues: fast }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Fix all' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/cues run up to 7 s late/);
    await userEvent.click(dialog.getByRole('button', { name: 'Keep in sync' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('button', { name: /^[1-8] problems/ })).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Undo' }).disabled).toBe(false);
  });

  it('splits, merges and adds cues by keyboard', async () => {
    const { user } = await open();
    const first = await begin(user);
    first.setSelectionRange(23, 23);
    await user.keyboard('{Enter}');
    expect((await field(2)).value).toBe('on photosynthesis.');
    await user.keyboard('{Backspace}');
    await waitFor(async () => expect((await field(1)).value).toBe('Welcome to the lecture on photosynthesis.'));
    await user.keyboard('{Alt>}n{/Alt}');
    expect((await field(1)).value).toBe('');
  });

  it('saves pending edits before publishing', async () => {
    const { api, user } = await open({
      [`POST ${own}/versions`]: () => envelope(saved(), 201),
      [`POST ${own}/moves`]: () => envelope(sampleTrack({ state: 'published', version: 6 })),
    });
    await begin(user);
    await user.keyboard('Oh! ');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(api.sent(`POST ${own}/moves`)).toHaveLength(1));
    expect(api.sent(`POST ${own}/moves`)[0]?.body).toEqual({ move: 'publish', version: 5 });
    expect(api.sent(`POST ${own}/versions`)).toHaveLength(1);
    await screen.findByRole('button', { name: 'Unpublish' });
  });

  it('asks before publishing an out-of-date track', async () => {
    const stale = sampleTrack({ stale: true });
    const { api, user } = await open(
      {
        [`GET ${own}`]: () => envelope(sampleSubtitle({ track: stale })),
        [`POST ${own}/moves`]: () => envelope(sampleTrack({ state: 'published', version: 6 })),
      },
      [stale],
    );
    await user.click(await screen.findByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'These subtitles are out of date' }));
    expect(api.sent(`POST ${own}/moves`)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Publish anyway' }));
    await waitFor(() => expect(api.sent(`POST ${own}/moves`)[0]?.body).toMatchObject({ acceptOutOfDate: true }));
  });

  it('is read-only while someone else edits, and says who', async () => {
    const holder = { id: idOf(777), name: 'Anna Schmidt' };
    const { user } = await open({
      [`GET ${own}/lock`]: () => envelope({ holder, since: '2026-11-16T09:30:00.000Z', own: false }),
    });
    await screen.findByText(/Anna Schmidt has been editing this since/);
    expect((await begin(user)).readOnly).toBe(true);
    expect(screen.queryByRole('button', { name: 'Fix all' })).toBeNull();
  });

  it('continues a leftover draft', async () => {
    const draft = {
      version: 4,
      baseId: idOf(710),
      by: { id: me.id, name: me.name },
      own: true,
      updatedAt: '2026-11-16T10:00:00.000Z',
    };
    const cues = [{ startMs: 0, endMs: 2_000, text: 'From my draft.' }];
    const { user } = await open({
      [`GET ${own}/versions`]: () => envelope({ versions: [sampleText()], draft, mayEdit: true }),
      [`GET ${own}/draft`]: () => envelope({ draft, parts: [{ number: 1, cues }] }),
    });
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Lines of text' }).textContent).toContain('From my draft.'),
    );
  });

  it('names bad lines of the raw text and applies it as one step', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Raw' }));
    const raw = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Cues as text' });
    expect(raw.value).toContain('00:00:04,100 --> 00:00:06,000');
    await user.clear(raw);
    await user.type(raw, '1\n00:00:99,000 --> 00:00:06,000\nno such time');
    await screen.findByText('Can’t read 1 line');
    expect(screen.getByText('Line 2')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true);
    await user.clear(raw);
    await user.type(raw, '1\n00:00:01,000 --> 00:00:06,000\nOne cue for all');
    await screen.findByText('1 cue, not applied yet');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await user.click(screen.getByRole('button', { name: 'Cues' }));
    await screen.findByText(/One cue for all/);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText(/Plants turn light into sugar\./);
  });

  it('shows another language at the same times', async () => {
    const cues = [
      { startMs: 0, endMs: 60_000, text: '全程显示' },
      { startMs: 900, endMs: 4_200, text: '欢迎来到光合作用讲座' },
      { startMs: 1_000, endMs: 1_200, text: '短' },
    ];
    const { user } = await open(
      { [`GET /api/subtitles/${chinese.id}`]: () => envelope(sampleSubtitle({ track: chinese, cues })) },
      [track, chinese],
    );
    await user.click(await screen.findByRole('button', { name: 'Side by side' }));
    const row = (await screen.findByText('欢迎来到光合作用讲座')).closest('li');
    expect(row?.textContent).toContain('Welcome to the lecture');
    expect(screen.getAllByText('全程显示')).toHaveLength(3);
    expect(screen.getByRole('link', { name: /^Chinese.*Published/ }).getAttribute('href')).toContain('language=zh');
  });

  it('previews what a file would change', async () => {
    const file = {
      format: 'srt',
      encoding: 'utf-8',
      cues: [...sampleCues.slice(0, 2), { ...sampleCues[2], text: 'Always and ever.' }],
      errors: [{ code: 'badTime', line: 14, text: '00:xx' }],
      problems: [],
      language: 'en',
      difference: {
        baseId: idOf(710),
        before: sampleCues,
        rows: [
          { change: 'same', before: 0, after: 0 },
          { change: 'same', before: 1, after: 1 },
          { change: 'changed', before: 2, after: 2 },
        ],
      },
    };
    const { api, user } = await open({
      [`POST ${at}/subtitles/file`]: () => envelope(file),
      [`POST ${own}/versions`]: () => envelope(saved(), 201),
    });
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(screen.getByRole('menuitem', { name: 'Import…' }));
    const dialog = await screen.findByRole('dialog');
    const choosing = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function choose(
      this: HTMLInputElement,
    ) {
      const file = Object.assign(new File(['1'], 'talk.srt'), { webkitRelativePath: '' });
      Object.defineProperty(this, 'files', { value: [file] });
      this.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await user.click(within(dialog).getByRole('button', { name: 'Choose file' }));
    choosing.mockRestore();
    await within(dialog).findByText(/1 text changed/);
    expect(within(dialog).getByText('Always and ever.')).toBeTruthy();
    expect(within(dialog).getByText(/Line 14/)).toBeTruthy();
    expect(api.sent(`POST ${own}/versions`)).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: 'Replace with file' }));
    await waitFor(() => expect(api.sent(`POST ${own}/versions`)[0]?.body).toMatchObject({ origin: 'imported' }));
  });

  it('says what to set up before a language model can translate', async () => {
    const month = { calls: 0, failed: 0, tokens: 0, cost: null, tokensAllowed: null };
    const model = { configured: false, missing: ['LANGUAGE_MODEL_URL'], host: null, model: null, timeoutSeconds: 60 };
    const { user } = await open({ 'GET /api/language-model': () => envelope({ ...model, month }) });
    await user.click(await screen.findByRole('button', { name: 'Options for English' }));
    await user.click(screen.getByRole('menuitem', { name: 'Translate…' }));
    await screen.findByText(/Ask your server administrator to set LANGUAGE_MODEL_URL/);
    const submit = within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Translate' });
    expect(submit.disabled).toBe(true);
  });

  it('offers to apply corrections from its transcript', async () => {
    const behind = { ...sampleSubtitle(), track: sampleTrack({ stale: true, behind: true }) };
    const counts = { changed: 1, toCheck: 0 };
    const changed = [{ cue: 0, startMs: 0, before: 'a', after: 'b' }];
    const preview = { track: behind.track, baseId: idOf(710), readingId: idOf(720), counts, changed, toCheck: [] };
    const { api, user } = await open({
      [`GET ${own}`]: () => envelope(behind),
      [`GET ${own}/update`]: () => envelope(preview),
      [`POST ${own}/update`]: () => envelope({ track: saved().track, ...counts }),
    });
    await user.click(await screen.findByRole('button', { name: 'Update' }));
    await waitFor(() => expect(api.sent(`POST ${own}/update`)).toHaveLength(1));
  });

  it('offers to recreate the track when its transcript has changed too much', async () => {
    const stale = { ...sampleSubtitle(), track: sampleTrack({ stale: true }) };
    const { api, user } = await open({
      [`GET ${own}`]: () => envelope(stale),
      [`POST ${own}/recut`]: () => envelope(saved({ stale: false }), 201),
    });
    await user.click(await screen.findByRole('button', { name: 'Recreate from transcript' }));
    await waitFor(() => expect(api.sent(`POST ${own}/recut`)).toHaveLength(1));
  });

  it('moves a cue on the timeline with the arrow keys', async () => {
    const { user } = await open();
    const timeline = await screen.findByRole('application', { name: 'Cue timeline' });
    await begin(user);
    await user.keyboard('{Alt>}t{/Alt}');
    expect(document.activeElement).toBe(timeline);
    await user.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowRight}{/Shift}');
    await waitFor(() =>
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Cue 1: 0:01.2 to 0:04.3'),
    );
    expect(document.activeElement).toBe(timeline);
  });

  it('offers a first step for a video without subtitles, and reports a missing one', async () => {
    await open({}, []);
    await screen.findByText('No subtitles yet');
    closeWindow();
    await openFreshWindow();
    stubEventSource();
    await open({ [`GET ${at}`]: () => failure(404, 'missing', {}, 404) });
    await screen.findByText('Video not found');
  });

  it('shows an error with Retry', async () => {
    await open({ [`GET ${own}`]: () => failure(500, 'broken', {}, 500) });
    await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole('heading', { name: 'Respiration' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to list' })).toBeTruthy();
  });
});
