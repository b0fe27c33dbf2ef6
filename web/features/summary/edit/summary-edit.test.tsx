import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleVersion as sampleFile, sampleResource } from '../../../components/resource/testing/sample-detail.ts';
import { idOf, sampleContent, sampleVersion, sampleView } from '../../../components/summary/testing/sample-summary.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { sampleUser } from '../../../lib/testing/sample-session.ts';
import { envelope, failure } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { at, draftInfo, openSummary, resourceAt } from '../testing/open-summary.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(closeWindow);

const text = sampleResource({ format: 'txt', title: 'Lecture 1', current: sampleFile({ format: 'txt' }) });
const edited = { ...sampleContent, short: sampleContent.short.map((one) => ({ ...one, supported: true })) };
const sentence = (words: string) => screen.findByRole('button', { name: words });
const first = 'Volcanoes open down to molten rock.';
const second = 'They are made of cheese.';
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

async function write(words: string, instead: string) {
  const row = await sentence(words);
  row.focus();
  await userEvent.keyboard('{F2}');
  const field = await screen.findByRole('textbox', { name: /^Sentence/ });
  await userEvent.clear(field);
  await userEvent.type(field, `${instead}{Enter}`);
}

describe('the page of a summary', () => {
  it('links each sentence to its source and marks sentences without one', async () => {
    await openSummary(sampleView(), text);
    expect(await screen.findByText('Quotes from the text', { selector: 'b' })).toBeTruthy();
    await screen.findByText(/A lecture\./);
    await userEvent.click(await sentence(first));
    expect(
      await screen.findByText(/^Volcanoes open down\s+to molten rock below\.$/, { selector: 'mark' }),
    ).toBeTruthy();
    expect(
      await screen.findByText('Volcanoes open down to molten rock below.', { selector: 'blockquote' }),
    ).toBeTruthy();
    const row = (await sentence(second)).closest('li') as HTMLElement;
    expect(within(row).getByText('Not found in the text')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'How they erupt' }));
    await waitFor(() => expect(document.querySelector('mark')?.textContent).toBe('How they erupt'));
  });

  it('is edited by keyboard, keeps a draft and saves over its base version', async () => {
    const saved = sampleView({
      made: { id: idOf(202), number: 2, origin: 'edited', createdBy: { id: idOf(900), name: 'Li Wei' } },
      ...{ summaryId: idOf(202), number: 2, version: 5, content: { ...edited, short: edited.short.slice(0, 1) } },
    });
    const { api } = await openSummary(sampleView(), text, { [`PUT ${at}/content`]: () => envelope(saved) });
    await write(second, 'They are hot.');
    expect(await screen.findByText('Checked against the text when you save')).toBeTruthy();
    await waitFor(() => expect(api.sent(`PUT ${at}/draft`)).toHaveLength(1), { timeout: 5_000 });
    expect(api.sent(`PUT ${at}/draft`)[0]?.body).toMatchObject({
      baseId: idOf(201),
      version: 0,
      parts: [{ number: 1, content: { short: [first, 'They are hot.'] } }],
    });
    (await sentence('They are hot.')).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('They are hot.'));
    await userEvent.keyboard('{Delete}');
    expect(screen.queryByText('They are hot.')).toBeNull();
    await userEvent.click(button('Undo'));
    await userEvent.click(button(/^Save(?! and)/));
    await waitFor(() => expect(api.sent(`PUT ${at}/content`)).toHaveLength(1));
    expect(api.sent(`PUT ${at}/content`)[0]?.body).toMatchObject({
      ...{ baseId: idOf(201), version: 4, draftVersion: 1 },
      content: { short: ['They are hot.', first], keywords: ['magma'], outline: [{ title: 'How they erupt' }] },
    });
    expect(await screen.findByText('Edited by Li Wei', { selector: 'b' })).toBeTruthy();
    await waitFor(() => expect(button(/^Save(?! and)/).disabled).toBe(true));
  });

  it('saves pending edits before approving, and approves exactly those', async () => {
    const next = sampleView({ made: { id: idOf(202), number: 2 }, summaryId: idOf(202), number: 2, version: 5 });
    const approved = { ...next, state: 'approved' as const, version: 6, moves: ['edit' as const, 'publish' as const] };
    const { api } = await openSummary(sampleView(), text, {
      [`PUT ${at}/content`]: () => envelope(next),
      [`POST ${at}/approve`]: () => envelope(approved),
    });
    await write(second, 'They are hot.');
    await userEvent.click(button('Save and approve'));
    await waitFor(() => expect(api.sent(`POST ${at}/approve`)[0]?.body).toEqual({ summaryId: idOf(202), version: 5 }));
    expect(await screen.findByRole('button', { name: 'Publish' })).toBeTruthy();
  });

  it('keeps the edits and says so when someone else saved first', async () => {
    await openSummary(sampleView(), text, {
      [`PUT ${at}/content`]: () => failure(409, 'changed', { code: 'changedMeanwhile' }, 409),
    });
    await write(second, 'They are hot.');
    await userEvent.click(button(/^Save(?! and)/));
    expect(await screen.findByText(/^Someone else changed this while you were editing/)).toBeTruthy();
    expect(await sentence('They are hot.')).toBeTruthy();
  });

  it('locks editing until a leftover draft is continued or discarded', async () => {
    const left = draftInfo({ version: 7, own: false, by: { id: idOf(902), name: 'Anna Schmidt' } });
    const content = { ...sampleContent, short: [first, 'By Anna.'] };
    const { api } = await openSummary(sampleView(), text, {
      [`GET ${at}/draft`]: () => envelope({ draft: left, parts: [{ number: 1, content }] }),
      [`POST ${at}/draft/take-over`]: () => envelope(draftInfo({ version: 8 })),
    });
    expect(await screen.findByText(/^Anna Schmidt left an unsaved draft/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add sentence' })).toBeNull();
    await userEvent.click(button('Take over'));
    expect(await sentence('By Anna.')).toBeTruthy();
    expect(api.sent(`POST ${at}/draft/take-over`)[0]?.body).toMatchObject({ version: 7 });
    expect(await screen.findByRole('button', { name: 'Add sentence' })).toBeTruthy();
  });

  it('is read-only while someone else edits', async () => {
    const other = { holder: { id: idOf(902), name: 'Anna Schmidt' }, since: '2026-11-16T10:00:00.000Z', own: false };
    await openSummary(sampleView(), text, { [`GET ${at}/lock`]: () => envelope(other) });
    expect(await screen.findByText(/Anna Schmidt/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Edit: / })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  it('is read-only without edit rights, and hides controls that would fail', async () => {
    const reader = sampleUser({ id: idOf(901), roleId: 4, permissions: ['/app/handle/ai'] });
    await openSummary(sampleView({ moves: [] }), text, {}, reader);
    expect(await screen.findByText(/^You can read this summary/)).toBeTruthy();
    for (const name of [/^Save/, 'Approve', /^Edit: /, 'Add sentence'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('an out-of-date summary', () => {
  const when = '2026-11-17T10:00:00.000Z';
  const outOfDate = { source: 'document', at: when, by: 'Anna Schmidt', fromVersion: 1, toVersion: 1 } as const;
  const approved = () =>
    sampleView({
      ...{ state: 'approved', stale: true, outOfDate, moves: ['edit', 'publish', 'reject', 'regenerate'] },
      made: { state: 'approved', stale: true },
    });
  const question = async () => within(await screen.findByRole('dialog', { name: 'This summary is out of date' }));

  it('asks before publishing and shows what changed', async () => {
    const { api } = await openSummary(approved(), text, {
      [`POST ${at}/publish`]: () => envelope({ ...approved(), state: 'published', moves: ['edit'] }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Publish' }));
    const dialog = await question();
    expect(dialog.getByText(/“Lecture 1” has changed since its summary was made/)).toBeTruthy();
    expect(dialog.getByText(/^Anna Schmidt edited the document text on .*2026/)).toBeTruthy();
    expect(api.sent(`POST ${at}/publish`)).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Publish anyway' }));
    await waitFor(() =>
      expect(api.sent(`POST ${at}/publish`)[0]?.body).toEqual({
        ...{ summaryId: idOf(201), version: 4, acceptOutOfDate: true },
      }),
    );
  });

  it('can be regenerated instead, and asks before approving a draft', async () => {
    const draft = sampleView({ stale: true, outOfDate, made: { stale: true } });
    const { api } = await openSummary(draft, text, { [`POST ${at}/regenerate`]: () => envelope(draft) });
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
    const dialog = await question();
    expect(dialog.getByRole('button', { name: 'Approve anyway' })).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Regenerate' }));
    await waitFor(() => expect(api.sent(`POST ${at}/regenerate`)).toHaveLength(1));
    expect(api.sent(`POST ${at}/approve`)).toEqual([]);
  });

  it('that changed while the page was open is refused with a clear message', async () => {
    const fresh = { ...approved(), stale: false, outOfDate: null };
    const why = 'The text has changed since this summary was made.';
    await openSummary(fresh, text, {
      [`POST ${at}/publish`]: () => failure(409, why, { code: 'summaryOutOfDate' }, 409),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Publish' }));
    expect((await screen.findByRole('alert')).textContent).toContain(why);
    expect(screen.queryByText(/^Someone else changed this/)).toBeNull();
  });
});

describe('a newer result', () => {
  const offer = { ...sampleContent, keywords: ['lava'], short: [{ ...edited.short[0], text: 'New.' }] };
  const version = { ...sampleVersion({ id: idOf(203), number: 3, current: false }), content: offer };

  it('waits beside an edit and can be compared and accepted part by part', async () => {
    const { api } = await openSummary(sampleView({ offered: 3, made: { origin: 'edited' } }), text, {
      [`GET ${at}/versions/3`]: () => envelope(version),
    });
    expect(await screen.findByText(/Yours hasn’t changed/)).toBeTruthy();
    await userEvent.click(button('Compare'));
    const dialog = within(await screen.findByRole('dialog'));
    const words = within(await dialog.findByRole('group', { name: 'Keywords' }));
    await userEvent.click(words.getByLabelText('Use new'));
    await userEvent.click(dialog.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('lava')).toBeTruthy();
    expect(await sentence(first)).toBeTruthy();
    expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await waitFor(() => expect(button(/^Save(?! and)/).disabled).toBe(false));
  });

  it('isn’t offered again after it was dismissed', async () => {
    const waiting = sampleView({ offered: 3, made: { origin: 'edited' } });
    const { api } = await openSummary(waiting, text, {
      [`GET ${at}/versions/3`]: () => envelope(version),
      [`POST ${at}/decline`]: () => envelope(sampleView({ made: { origin: 'edited' } })),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Compare' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('button', { name: 'Keep all mine' }));
    await waitFor(() => expect(screen.queryByText(/Yours hasn’t changed/)).toBeNull());
    const { version: row } = waiting;
    expect(api.sent(`POST ${at}/decline`)[0]?.body).toEqual({ summaryId: idOf(203), version: row });
  });

  it('that replaced an extract is loaded or merged with the edits', async () => {
    let now = sampleView();
    const stream = stubEventSource();
    await openSummary(now, text, {
      [`GET ${at}`]: () => envelope(now),
      [`GET ${at}/versions/3`]: () => envelope({ ...version, current: true }),
    });
    await sentence(first);
    now = sampleView({ made: { id: idOf(203), number: 3 }, summaryId: idOf(203), number: 3, content: offer as never });
    stream.all[0]?.send('summary', { topic: 'summary', resourceId: idOf(1) }, '1');
    expect(await screen.findByText('A new result is available (version 3).', {}, { timeout: 3_000 })).toBeTruthy();
    expect(await sentence(first)).toBeTruthy();
    await userEvent.click(button('Load'));
    expect(await sentence('New.')).toBeTruthy();
    expect(screen.queryByText('A new result is available (version 3).')).toBeNull();
  });
});

describe('a problem with a summary', () => {
  it('is shown: failed model, changed text, rejection reason', async () => {
    const fallback = { code: 'slow' as const, sentence: 'No answer within 60 seconds.' };
    const rejection = { reason: 'tooLong' as const, note: 'Half of it' };
    const view = sampleView({
      ...{ state: 'rejected', moves: ['edit', 'reopen', 'regenerate'] },
      made: { fallback, rejection, stale: true, state: 'rejected' },
      outOfDate: { source: 'file', at: '2026-11-17T10:00:00.000Z', by: null, fromVersion: 1, toVersion: 2 },
    });
    const { api } = await openSummary(
      view,
      { ...text, versionNumber: 2 },
      {
        [`POST ${at}/regenerate`]: () => envelope(view),
      },
    );
    expect(
      await screen.findByText(/^The language model took too long to respond\. Sentences were extracted/),
    ).toBeTruthy();
    expect(screen.getByText('No answer within 60 seconds.')).toBeTruthy();
    expect(screen.getByText(/^The file was replaced on .*covers version 1; the current version is 2\.$/)).toBeTruthy();
    expect(screen.getByText(/^Rejected: Too long\. Half of it/)).toBeTruthy();
    await userEvent.click(button('Retry'));
    await waitFor(() => expect(api.sent(`POST ${at}/regenerate`)[0]?.body).toEqual({ options: {} }));
  });

  it('is shown when there is no summary: the cause and two ways to create one', async () => {
    const work = { ...sampleView().work, state: 'failed', cause: 'The worker ran out of memory.' } as never;
    const view = { ...sampleView({ state: 'none', work, moves: ['edit', 'regenerate'] }), current: null };
    await openSummary({ ...view, summaryId: null, number: null }, text);
    expect(await screen.findByText('The worker ran out of memory.')).toBeTruthy();
    expect(button('Create summary')).toBeTruthy();
    await userEvent.click(button('Write summary'));
    expect(await screen.findByText('No sentences yet')).toBeTruthy();
  });

  it('is shown for text without sentences, with or without a summary written by someone', async () => {
    const cause = 'There are no full sentences to summarise.';
    const work = { ...sampleView().work, state: 'skipped', cause, causeCode: 'noSentences' } as never;
    const none = { ...sampleView({ state: 'none', work, moves: ['edit', 'regenerate'] }), current: null };
    const { unmount } = await openSummary({ ...none, summaryId: null, number: null }, text);
    expect(await screen.findByText(`${cause} You can write a summary yourself.`)).toBeTruthy();
    unmount();
    await openSummary(sampleView({ work, made: { origin: 'edited' } }), text);
    expect(await screen.findByText(`No summary created: ${cause}`)).toBeTruthy();
  });

  it('is shown when a summary is missing or can’t be loaded', async () => {
    await openSummary(sampleView(), text, {
      [`GET ${at}`]: () => failure(404, 'No', { code: 'notFound' }, 404),
    });
    expect(await screen.findByText('Summary not found')).toBeTruthy();
    await openSummary(sampleView(), text, {
      [`GET ${resourceAt}`]: () => failure(500, 'Oh no', { code: 'serverError' }, 500),
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Oh no');
  });
});
