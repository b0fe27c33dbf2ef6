import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findAction } from '../../../lib/actions.ts';
import { navigate } from '../../../lib/navigation.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { uploadOrders } from '../../../lib/uploads.ts';
import { at, idOf, me, openResource, sampleResource, sampleVersion } from './testing/open-resource.tsx';
import { sampleStep } from './testing/sample-reading.ts';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
  uploadOrders.set([]);
});
afterEach(closeWindow);

const title = () => screen.findByLabelText<HTMLInputElement>(/^Title/);
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const tab = async (name: RegExp) => userEvent.click(await screen.findByRole('tab', { name }));
const key = (id: string) => findAction(`resourceDetail.${id}`)?.run({ navigate, user: me });

describe('the resource page', () => {
  it('is edited in place under a lock, and saved with the loaded version', async () => {
    const saved = sampleResource({ title: 'Cell respiration', version: 6 });
    const { api } = await openResource(sampleResource(), { [`PATCH ${at}`]: () => envelope(saved) });
    await userEvent.clear(await title());
    await userEvent.type(await title(), 'Cell respiration');
    await userEvent.type(screen.getByLabelText(/^Year/), '2026');
    await waitFor(() => expect(api.sent(`PUT ${at}/lock`)).toHaveLength(1));
    await userEvent.click(await button(/^Save/));
    await waitFor(() =>
      expect(api.sent(`PATCH ${at}`)[0]?.body).toEqual({ title: 'Cell respiration', year: 2026, version: 5 }),
    );
  });

  it('refuses an invalid year before sending', async () => {
    const { api } = await openResource(sampleResource());
    await userEvent.type(await screen.findByLabelText(/^Year/), 'soon');
    await key('save');
    expect(await screen.findByText('Enter a year from 1 to 9999.')).toBeTruthy();
    expect(api.sent(`PATCH ${at}`)).toEqual([]);
  });

  it('keeps edits when tabs change, and asks before leaving', async () => {
    const { address } = await openResource(sampleResource(), {}, '?list=resource');
    await userEvent.type(await screen.findByLabelText(/^Author/), 'Anna');
    await tab(/^Notes/);
    expect(address()).toContain('list=resource&tab=notes');
    await tab(/^Info/);
    expect((await screen.findByLabelText<HTMLInputElement>(/^Author/)).value).toBe('Anna');
    await userEvent.click(screen.getByRole('link', { name: 'Back to list' }));
    await userEvent.click(await button('Stay'));
    expect(address()).toContain('/app/resource/info/detail/');
  });

  it('moves row by row through the job list it was opened from', async () => {
    const around = { previous: null, next: { id: idOf(2), kind: 'video', row: idOf(32) }, before: 0, after: 4 };
    const { api, address } = await openResource(
      sampleResource(),
      { [`GET ${at}/work/neighbours`]: () => envelope(around) },
      `?list=work&view=kind%3Docr&row=${idOf(31)}&tab=processing`,
    );
    expect(await screen.findByText('1 of 5')).toBeTruthy();
    expect(Object.fromEntries(api.sent(`GET ${at}/work/neighbours`)[0]?.url.searchParams ?? [])).toEqual({
      list: 'work',
      view: 'kind=ocr',
      row: idOf(31),
    });
    expect(screen.getByRole('link', { name: 'Back to list' }).getAttribute('href')).toBe('/app/data/convert?kind=ocr');
    await key('next');
    const next = `/videoDetail/${idOf(2)}?list=work&view=kind%3Docr&row=${idOf(32)}&tab=processing`;
    await waitFor(() => expect(address()).toContain(next));
  });

  it('is read-only while someone else edits, and shows who and since when', async () => {
    const lock = { holder: { id: idOf(77), name: 'Anna' }, since: '2026-11-15T10:02:00.000Z', own: false };
    await openResource(sampleResource(), { [`GET ${at}/lock`]: () => envelope(lock) });
    expect(await screen.findByText(/^Anna has been editing this since/)).toBeTruthy();
    expect(screen.queryByLabelText(/^Title/)).toBeNull();
    expect(screen.getByRole('heading', { level: 1, name: 'Respiration' })).toBeTruthy();
  });

  it('offers the next legal step, with the version', async () => {
    const { api } = await openResource(sampleResource(), {
      [`POST ${at}/moves`]: () => envelope(sampleResource({ state: 'published', version: 6, moves: ['offline'] })),
    });
    await userEvent.click(await button('Publish'));
    await waitFor(() => expect(api.sent(`POST ${at}/moves`)[0]?.body).toEqual({ move: 'publish', version: 5 }));
  });

  it('shows why it was rejected and what to do', async () => {
    await openResource(sampleResource({ state: 'rejected', stateReason: 'No licence', moves: [] }));
    expect(await screen.findByText('Rejected: No licence')).toBeTruthy();
  });

  it('moves through the list it was opened from, with keys and buttons', async () => {
    const query = '?list=resource&view=kind%3Dvideo';
    const { api, address } = await openResource(
      sampleResource(),
      {
        [`GET ${at}/neighbours`]: () =>
          envelope({ previous: null, next: { id: idOf(2), kind: 'video' }, before: 0, after: 13 }),
      },
      query,
    );
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: /^Previous in list/ })).disabled).toBe(true);
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Next/ }).disabled).toBe(false));
    expect(screen.getByText('1 of 14')).toBeTruthy();
    expect(api.sent(`GET ${at}/neighbours`)[0]?.url.searchParams.get('view')).toBe('kind=video');
    await key('next');
    await waitFor(() => expect(address()).toBe(`/app/resource/info/videoDetail/${idOf(2)}${query}`));
  });

  it('adds the star immediately and removes it if that fails', async () => {
    const { api } = await openResource(sampleResource(), { [`PUT ${at}/star`]: () => failure(500, 'No', {}, 500) });
    await userEvent.click(await button(/^Add to favourites/));
    await waitFor(() => expect(api.sent(`PUT ${at}/star`)).toHaveLength(1));
    expect(await button(/^Add to favourites/)).toBeTruthy();
  });

  it('redirects to the page of its kind', async () => {
    const { address } = await openResource(sampleResource({ kind: 'document' }), {
      [`GET ${at}`]: () => envelope(sampleResource({ kind: 'video' })),
    });
    await waitFor(() => expect(address()).toBe(`/app/resource/info/videoDetail/${idOf(1)}`));
  });

  it.each([
    [410, 'Permanently deleted'],
    [404, 'Resource not found'],
  ])('explains where a missing one went: %i', async (status, said) => {
    await openResource(sampleResource(), { [`GET ${at}`]: () => failure(status, 'Gone', {}, status) });
    expect(await screen.findByRole('heading', { name: said })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to list' })).toBeTruthy();
  });

  it('offers to transcribe again after the language changed', async () => {
    const video = sampleResource({ kind: 'video', format: 'mp4', current: sampleVersion({ format: 'mp4' }) });
    const call = `POST ${at}/work/asr`;
    const { api } = await openResource(video, {
      [`PATCH ${at}`]: () => envelope({ ...video, language: 'de', version: 6 }),
      [`GET ${at}/renditions`]: () => envelope([]),
      [call]: () => envelope(sampleStep('asr', { state: 'queued' }), 200, 'ok', 202),
    });
    await userEvent.selectOptions(await screen.findByLabelText(/^Language/), 'de');
    await userEvent.click(await button(/^Save/));
    expect(await screen.findByText('Language changed to German. The existing transcript may be wrong.')).toBeTruthy();
    await userEvent.click(await button('Re-run transcription'));
    await waitFor(() => expect(api.sent(call)[0]?.body).toEqual({ options: {} }));
    await waitFor(() => expect(screen.queryByText(/^The language is German now/)).toBeNull());
  });

  it('shows why it can’t be loaded and links back to the same list view', async () => {
    const calls = { [`GET ${at}`]: () => failure(500, 'No', {}, 500) };
    await openResource(sampleResource(), calls, '?list=myResource&view=tab%3Ddrafts');
    expect(await button('Try again')).toBeTruthy();
    const title = screen.getByRole('heading', { level: 1 });
    expect([title.textContent, title.className]).toEqual(['Document', '']);
    const back = screen.getByRole('link', { name: 'Back to list' });
    expect(back.getAttribute('href')).toBe('/app/home/my?tab=drafts');
  });

  it('uploads a replacement as the next version', async () => {
    await openResource(sampleResource());
    await tab(/^Files/);
    const input = screen.getAllByLabelText<HTMLInputElement>('Replace file').find((one) => one.type === 'file');
    await userEvent.upload(input as HTMLInputElement, new File(['new'], 'new.docx'));
    expect(uploadOrders.get()).toMatchObject([{ replacesId: idOf(1), libraryId: idOf(50) }]);
  });
});

describe('the versions of a resource', () => {
  const older = sampleVersion({ id: idOf(10), number: 1, current: false, note: 'First draft' });
  const two = sampleResource({
    current: sampleVersion({ number: 2 }),
    counts: { versions: 2, uses: 0, notes: 0, duplicates: 0 },
  });
  const versions = { [`GET ${at}/versions`]: () => envelope([two.current, older]) };

  it('can be viewed, and one restored as a new one', async () => {
    const call = `POST ${at}/versions/${idOf(10)}/restore`;
    const { api } = await openResource(two, { ...versions, [call]: () => envelope(sampleVersion({ number: 3 }), 201) });
    await tab(/^Files/);
    await userEvent.click(await button('View version 1'));
    expect(await screen.findByText('You’re viewing version 1 of 2.')).toBeTruthy();
    await userEvent.click(await button('Restore version 1'));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(api.sent(call)[0]?.body).toEqual({ version: 5 }));
  });

  it('can have a note about what changed', async () => {
    const call = `PATCH ${at}/versions/${idOf(10)}`;
    const { api } = await openResource(two, { ...versions, [call]: () => envelope(older) });
    await tab(/^Files/);
    await userEvent.click(await button('Describe version 1'));
    await userEvent.type(screen.getByLabelText('Note for version 1'), '!');
    await userEvent.click(await button('Save'));
    await waitFor(() => expect(api.sent(call)[0]?.body).toEqual({ note: 'First draft!' }));
  });
});

describe('the notes of a resource', () => {
  const note = {
    id: idOf(70),
    author: { id: idOf(77), name: 'Anna' },
    text: 'See here',
    page: 3,
    second: null,
    resolvedAt: null,
    resolvedBy: null,
    createdAt: '2026-11-14T10:00:00.000Z',
    updatedAt: '2026-11-14T10:00:00.000Z',
    own: false,
  };

  it('can be added, and resolved by the resource’s editors', async () => {
    const { api } = await openResource(
      sampleResource({ counts: { versions: 1, uses: 0, notes: 1, duplicates: 0 } }),
      {
        [`GET ${at}/notes`]: () => envelope([note]),
        [`POST ${at}/notes`]: () => envelope(note, 201),
        [`PATCH ${at}/notes/${idOf(70)}`]: () => envelope(note),
      },
      '?tab=notes',
    );
    expect(await button('Page 3')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit note' })).toBeNull();
    await userEvent.type(screen.getByLabelText('Note'), 'Thank you{Control>}{Enter}{/Control}');
    await waitFor(() => expect(api.sent(`POST ${at}/notes`)[0]?.body).toEqual({ text: 'Thank you' }));
    await userEvent.click(await button('Resolve'));
    await waitFor(() => expect(api.sent(`PATCH ${at}/notes/${idOf(70)}`)[0]?.body).toEqual({ resolved: true }));
  });
});
