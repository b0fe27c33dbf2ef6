import type { HomeDraft } from '@lectern/contract/features/home-page.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadPageTexts, setLanguage } from '../../lib/i18n/language.ts';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, failure } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { closeHomeDialog } from './home-dialog.ts';
import { draftCall, openHomePage, sampleDraft, sampleEntry, sampleSlot } from './testing/open-home-page.tsx';

beforeEach(async () => {
  await openFreshWindow();
  await loadPageTexts();
  stubEventSource();
});
afterEach(() => {
  closeHomeDialog();
  closeWindow();
});

const draft: HomeDraft = sampleDraft(
  [
    sampleSlot('banner', [
      sampleEntry('a'),
      sampleEntry('b', { state: 'live', hidden: 'offline', warnings: ['offline'], shown: { everyone: 0, campus: 0 } }),
      sampleEntry('c', { state: 'scheduled', hidden: 'notYet' }),
    ]),
    sampleSlot('picks', [], { warnings: ['empty'] }),
  ],
  { changes: 2 },
);
const section = (name: string) => screen.findByRole('region', { name });
const titles = (within_: HTMLElement) =>
  [...within_.querySelectorAll('.home-entry-text strong')].map((one) => one.textContent);
const newer = (slots: HomeDraft['slots'], version = 8) => envelope({ ...draft, slots, version });

describe('the home page', () => {
  it('shows slots with their entries, their states and what to look at', async () => {
    await openHomePage(draft);
    const banner = await section('Slot banner');
    expect(titles(banner)).toEqual(['A', 'B', 'C']);
    const rows = within(banner).getAllByRole('listitem');
    expect(rows.map((row) => /Live|Not shown|Scheduled/.exec(row.textContent ?? '')?.[0])).toEqual([
      'Live',
      'Not shown',
      'Scheduled',
    ]);
    expect(rows[1]?.textContent).toContain('Offline');
    expect((await section('Slot picks')).textContent).toContain('Empty for visitors');
    expect(screen.getByRole('button', { name: 'Publish 2 changes…' })).toBeTruthy();
  });

  it('explains itself while there are no slots, and offers the first one', async () => {
    await openHomePage(sampleDraft([]));
    await userEvent.click(await screen.findByRole('button', { name: 'Add slot' }));
    expect(await screen.findByRole('dialog', { name: 'New slot' })).toBeTruthy();
  });

  it('is read-only without edit access', async () => {
    const user = sampleUser({ roleId: 4, permissions: ['/app/page/resourceRecommend'] });
    await openHomePage(draft, { user, query: '?entry=a' });
    await section('Slot banner');
    expect(screen.getByText(/Only editors can change it/)).toBeTruthy();
    for (const name of [/^Publish/, /^Add/, /^Actions for/, 'Save'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.getByRole('button', { name: 'Preview' })).toBeTruthy();
  });

  it('says what went wrong, and tries again', async () => {
    let down = true;
    await openHomePage(draft, {
      calls: {
        [draftCall]: () => (down ? failure(503, 'The database does not answer.', {}, 503) : envelope(draft)),
      },
    });
    const alert = await screen.findByRole('alert');
    down = false;
    await userEvent.click(within(alert).getByRole('button', { name: /Retry|Try again/ }));
    expect(titles(await section('Slot banner'))).toEqual(['A', 'B', 'C']);
  });

  it('moves an entry with Alt and the arrow keys, and takes it back by Undo', async () => {
    const [banner, picks] = draft.slots as [HomeDraft['slots'][0], HomeDraft['slots'][0]];
    const [a, b, c] = banner.entries as [never, never, never];
    const moved = [{ ...banner, entries: [b, a, c] }, picks];
    let known = draft;
    const { api } = await openHomePage(draft, {
      calls: {
        [draftCall]: () => envelope(known),
        'POST /api/home-page/entries/b/place': () => {
          known = { ...draft, slots: moved, version: 8 };
          return newer(moved);
        },
        'POST /api/home-page/undo': () => {
          known = { ...draft, version: 9 };
          return envelope(known);
        },
      },
    });
    const list = await section('Slot banner');
    within(list).getByRole('button', { name: 'Move B' }).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(titles(list)).toEqual(['B', 'A', 'C']));
    expect(api.sent('POST /api/home-page/entries/b/place')[0]?.body).toEqual({
      ...{ slotId: 'banner', beforeId: 'a', version: 7 },
    });
    await waitFor(() => expect(notifications.get()[0]?.action?.label).toBe('Undo'));
    notifications.get()[0]?.action?.run();
    await waitFor(() => expect(titles(list)).toEqual(['A', 'B', 'C']));
    expect(api.sent('POST /api/home-page/undo')[0]?.body).toEqual({ version: 8 });
  });

  it('offers Undo for the latest change only', async () => {
    let version = 7;
    await openHomePage(draft, {
      calls: {
        'PATCH /api/home-page/entries/a': () => {
          version += 1;
          return newer(draft.slots, version);
        },
        'PATCH /api/home-page/entries/b': () => {
          version += 1;
          return newer(draft.slots, version);
        },
      },
    });
    for (const name of ['A', 'B']) {
      await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Pause' }));
      await waitFor(() => expect(notifications.get().at(-1)?.title).toContain(name));
    }
    expect(notifications.get().filter(({ action }) => action)).toHaveLength(1);
  });

  it('shows default slot names in the current language', async () => {
    await setLanguage('zh');
    await loadPageTexts();
    await openHomePage(
      sampleDraft([
        sampleSlot('banner', [], { name: 'Banner' }),
        sampleSlot('picks', [], { name: 'Editor’s picks' }),
        sampleSlot('former', [], { name: 'Picks of the editors' }),
        sampleSlot('own', [], { name: 'Our own' }),
      ]),
    );
    expect(await section('横幅')).toBeTruthy();
    expect(await screen.findAllByRole('region', { name: '编辑推荐' })).toHaveLength(2);
    expect(await section('Our own')).toBeTruthy();
    await setLanguage('en');
  });

  it('loads the latest draft after a conflict', async () => {
    let known = draft;
    await openHomePage(draft, {
      calls: {
        [draftCall]: () => envelope(known),
        'POST /api/home-page/entries/remove': () => {
          known = sampleDraft([sampleSlot('banner', [sampleEntry('z')])], { version: 12 });
          return failure(409, 'Someone else changed this while you were editing.', {}, 409);
        },
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for A' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    await waitFor(async () => expect(titles(await section('Slot banner'))).toEqual(['Z']));
  });

  it('saves an entry, and refuses an end before the start', async () => {
    const { api } = await openHomePage(draft, {
      query: '?entry=a',
      calls: { 'PATCH /api/home-page/entries/a': () => newer(draft.slots) },
    });
    const details = await screen.findByRole('complementary', { name: 'Details' });
    const field = (name: string) => within(details).getByLabelText(name);
    await userEvent.type(field('Title'), 'Other words');
    await userEvent.type(field('Starts'), '2031-05-02T10:00');
    await userEvent.type(field('Ends'), '2031-05-01T10:00');
    expect(within(details).getByText('Choose an end after the start.')).toBeTruthy();
    const save = within(details).getByRole('button', { name: 'Save' });
    expect(save).toHaveProperty('disabled', true);
    await userEvent.clear(field('Ends'));
    await userEvent.click(save);
    await waitFor(() => expect(api.sent('PATCH /api/home-page/entries/a')).toHaveLength(1));
    expect(api.sent('PATCH /api/home-page/entries/a')[0]?.body).toMatchObject({
      ...{ title: 'Other words', endsAt: null, version: 7, paused: false, audience: 'everyone' },
      startsAt: expect.stringMatching(/^2031-05-0/),
    });
  });
});
