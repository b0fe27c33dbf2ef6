import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadPageTexts } from '../../lib/i18n/language.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { closeHomeDialog } from './home-dialog.ts';
import { openHomePage, sampleDraft, sampleEntry, sampleSlot } from './testing/open-home-page.tsx';

beforeEach(async () => {
  await openFreshWindow();
  await loadPageTexts();
  stubEventSource();
});
afterEach(() => {
  closeHomeDialog();
  closeWindow();
});

const draft = sampleDraft([sampleSlot('banner', [sampleEntry('a')]), sampleSlot('picks', [])], { changes: 1 });
const change = {
  ...{ kind: 'entryAdded', slot: 'Slot banner', fromSlot: null, fields: [] },
  entry: { id: 'a', source: 'resource', title: 'Optics' },
};
const digest = (letter: string) => letter.repeat(64);

describe('publishing', () => {
  it('shows what changes, and publishes exactly that', async () => {
    const { api } = await openHomePage(draft, {
      calls: {
        'GET /api/home-page/changes': () => envelope({ changes: [change], digest: digest('a') }),
        'POST /api/home-page/publish': () => envelope({ ...draft, changes: 0, version: 8 }),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Publish 1 change…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Publish home page' });
    expect((await within(dialog).findByText(/Optics/)).textContent).toContain('Added');
    await userEvent.type(within(dialog).getByLabelText('Note'), 'Spring');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sent('POST /api/home-page/publish')[0]?.body).toEqual({ digest: digest('a'), note: 'Spring' });
    expect(screen.getByRole('button', { name: 'Publish…' })).toHaveProperty('disabled', true);
  });

  it('says first what readers will not see of it, and why', async () => {
    const unseen = sampleEntry('b', { state: 'live', hidden: 'offline', shown: { everyone: 0, campus: 0 } });
    const slots = [sampleSlot('banner', [sampleEntry('a'), unseen]), sampleSlot('picks', [], { warnings: ['empty'] })];
    await openHomePage(sampleDraft(slots, { changes: 1 }), {
      calls: { 'GET /api/home-page/changes': () => envelope({ changes: [change], digest: digest('a') }) },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Publish 1 change…' }));
    const warning = await screen.findByRole('region', { name: 'Visitors won’t see these entries:' });
    expect(within(warning).getAllByRole('listitem')).toHaveLength(2);
    expect(warning.textContent).toContain('offline');
    expect(warning.textContent).toContain('Empty for visitors: Slot picks');
  });

  it('shows the newer changes when the draft is another one by now, and asks again', async () => {
    let old = true;
    const { api } = await openHomePage(draft, {
      calls: {
        'GET /api/home-page/changes': () =>
          envelope({ changes: old ? [change] : [change, change], digest: digest(old ? 'a' : 'b') }),
        'POST /api/home-page/publish': ({ body }) => {
          const isOld = (body as { digest: string }).digest === digest('a');
          old = false;
          return isOld
            ? failure(409, 'Someone else changed this while you were editing.', {}, 409)
            : envelope({ ...draft, version: 9 });
        },
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Publish 1 change…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Publish home page' });
    await within(dialog).findByText(/Optics/);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Publish' }));
    expect(await within(dialog).findByText(/The draft has changed/)).toBeTruthy();
    await waitFor(() => expect(within(dialog).getAllByText(/Optics/)).toHaveLength(2));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sent('POST /api/home-page/publish').map(({ body }) => (body as { digest: string }).digest)).toEqual([
      digest('a'),
      digest('b'),
    ]);
  });
});

describe('adding', () => {
  const thing = (id: string) => ({
    ...{ kind: 'resource', id, title: `Thing ${id}`, resourceKind: 'video', state: 'published', thumbnail: null },
    ...{ readers: 'everyone', owner: 'Ann', updatedAt: new Date(0).toISOString() },
  });
  const shelf = { things: [thing('r-a'), thing('r-x'), thing('r-y')], more: false };

  it('offers items that aren’t in the slot, and adds several at once', async () => {
    const { api } = await openHomePage(draft, {
      calls: {
        'GET /api/home-page/shelf': () => envelope(shelf),
        'POST /api/home-page/slots/banner/entries': () => envelope({ ...draft, version: 8 }, 201),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Add to Slot banner' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add to Slot banner' });
    const box = (name: RegExp) => within(dialog).findByRole('checkbox', { name });
    expect(await box(/Thing r-a/)).toHaveProperty('disabled', true);
    await userEvent.click(await box(/Thing r-x/));
    await userEvent.click(await box(/Thing r-y/));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add 2' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sent('POST /api/home-page/slots/banner/entries')[0]?.body).toMatchObject({
      subjects: [
        { source: 'resource', resourceId: 'r-x' },
        { source: 'resource', resourceId: 'r-y' },
      ],
      ...{ audience: 'campus', startsAt: null, endsAt: null, version: 7 },
    });
  });

  it('adds by rule and shows errors in place', async () => {
    const { api } = await openHomePage(draft, {
      calls: {
        'GET /api/home-page/shelf': () => envelope(shelf),
        'POST /api/home-page/slots/picks/entries': () => failure(409, 'This is already in “Slot picks”.', {}, 409),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Add to Slot picks' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add to Slot picks' });
    await userEvent.click(within(dialog).getByRole('tab', { name: 'By rule' }));
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Most viewed' }));
    await userEvent.clear(within(dialog).getByLabelText('Period (days)'));
    await userEvent.type(within(dialog).getByLabelText('Period (days)'), '14');
    for (const kind of ['Audio', 'Video', 'Image'])
      await userEvent.click(within(dialog).getByRole('checkbox', { name: kind }));
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Image' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
    expect(await within(dialog).findByText(/This is already in “Slot picks”/)).toBeTruthy();
    expect(api.sent('POST /api/home-page/slots/picks/entries')[0]?.body).toMatchObject({
      subjects: [
        {
          source: 'mostViewed',
          rule: { of: 'resource', days: 14, kinds: ['video', 'audio'], subjectId: null, places: 4 },
        },
      ],
    });
  });
});

describe('the preview', () => {
  it('asks for the draft at a time and for an audience', async () => {
    const asked: string[] = [];
    await openHomePage(draft, {
      calls: {
        'GET /api/home-page/preview': ({ url }) => {
          asked.push(url.searchParams.toString());
          const slot = { key: 'banner', name: 'Slot banner', capacity: 4, onFallback: false, things: [] };
          return envelope({ at: new Date(0).toISOString(), slots: [slot] });
        },
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Preview' }));
    const dialog = await screen.findByRole('dialog', { name: 'Home page preview' });
    expect(await within(dialog).findByText('Empty for visitors at this time')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Everyone' }));
    await userEvent.type(within(dialog).getByLabelText('Date and time'), '2031-05-02T10:00');
    await waitFor(() => expect(asked.at(-1)).toMatch(/audience=everyone&at=2031-05-0/));
    expect(asked[0]).toBe('of=draft&audience=campus');
  });

  it('that can’t be loaded says why, without an empty page below', async () => {
    await openHomePage(draft, {
      calls: { 'GET /api/home-page/preview': () => failure(500, 'Something went wrong', {}, 500) },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Preview' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Home page preview' }));
    expect(await dialog.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(dialog.queryByRole('region')).toBeNull();
  });
});
