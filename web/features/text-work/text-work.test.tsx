import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { at, idOf } from '../../components/resource/testing/sample-detail.ts';
import { samplePart, sampleStep } from '../../components/resource/testing/sample-reading.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { beginText, field, info, lines, openSpeech, reading, speech } from './testing/open-text.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(closeWindow);

describe('the text editing page', () => {
  it('moves between uncertain words with Tab, each selected for overwriting', async () => {
    const { user } = await openSpeech();
    await beginText(user);
    await user.keyboard('{Tab}');
    const first = await field(1);
    await waitFor(() => expect(first.value.slice(first.selectionStart, first.selectionEnd)).toBe('bilogy.'));
    await user.keyboard('{Tab}');
    const second = await field(2);
    await waitFor(() => expect(second.value.slice(second.selectionStart, second.selectionEnd)).toBe('cristae,'));
    await user.keyboard('{Shift>}{Tab}{/Shift}');
    const again = await field(1);
    await waitFor(() => expect(again.value.slice(again.selectionStart, again.selectionEnd)).toBe('bilogy.'));
  });

  it('splits with Enter, merges with Backspace, and undoes both', async () => {
    const { user } = await openSpeech();
    const first = await beginText(user);
    first.setSelectionRange(8, 8);
    await user.keyboard('{Enter}');
    const second = await field(2);
    expect(second.value).toBe('to bilogy.');
    await user.keyboard('{Backspace}');
    await waitFor(async () => expect((await field(1)).value).toBe('Welcome to bilogy.'));
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(async () => expect((await field(2)).value).toBe('to bilogy.'));
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(async () => expect((await field(1)).value).toBe('Welcome to bilogy.'));
  });

  it('saves changes over the base version and marks the text as checked', async () => {
    const saved = { ...reading, id: idOf(302), number: 3, origin: 'edited', checkedAt: '2026-11-16T10:00:00.000Z' };
    const { api, user } = await openSpeech({ [`POST ${speech}/versions`]: () => envelope(saved, 201) });
    const first = await beginText(user);
    first.setSelectionRange(0, first.value.length);
    await user.keyboard('Welcome to biology.');
    await user.click(screen.getByRole('button', { name: /^Mark as checked/ }));
    await waitFor(() => expect(api.sent(`POST ${speech}/versions`)).toHaveLength(1));
    expect(api.sent(`POST ${speech}/versions`)[0]?.body).toMatchObject({
      baseId: reading.id,
      checked: true,
      parts: [{ number: 1, lines: [{ text: 'Welcome to biology.' }, { text: 'More cristae, more membrane.' }] }],
    });
    await screen.findByText('Checked');
    await screen.findByText('All changes saved');
  });

  it('keeps the edits when saving is refused, and says why', async () => {
    const { user } = await openSpeech({
      [`POST ${speech}/versions`]: () => failure(409, 'changed', { code: 'changedMeanwhile' }, 409),
    });
    await beginText(user);
    await user.keyboard('Oh! {Control>}s{/Control}');
    await user.click(screen.getByRole('button', { name: /^Save/ }));
    await screen.findByText(/Someone else changed this while you were editing/);
    expect((await field(1)).value).toMatch(/^Oh! /);
  });

  it('is read-only while someone else edits, and shows who and since when', async () => {
    const holder = { id: idOf(777), name: 'Anna Schmidt' };
    const { user } = await openSpeech({
      [`GET ${speech}/lock`]: () => envelope({ holder, since: '2026-11-16T09:30:00.000Z', own: false }),
    });
    await screen.findByText(/Anna Schmidt has been editing this since/);
    const first = await beginText(user);
    expect(first.readOnly).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Save/ }).disabled).toBe(true);
  });

  it('offers a leftover draft and continues it', async () => {
    const draft = info({ version: 4 });
    const edited = { number: 1, lines: [{ text: 'Welcome to my draft.', confidence: null, startMs: 0, endMs: 900 }] };
    const { user, api } = await openSpeech(
      { [`GET ${speech}/draft`]: () => envelope({ draft, parts: [edited] }) },
      { draft },
    );
    await screen.findByText(/You have an unsaved draft from/);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText(/Welcome to my draft\./);
    await waitFor(() => expect(screen.queryByText(/You have an unsaved draft from/)).toBeNull());
    expect(api.sent(`PUT ${speech}/lock`).length).toBeGreaterThan(0);
  });

  it('finds whole words and replaces them all at once', async () => {
    const { user } = await openSpeech();
    await screen.findByRole('region', { name: 'Lines of text' });
    await user.click(screen.getByRole('button', { name: 'Find and replace' }));
    const bar = screen.getByRole('search');
    await user.type(within(bar).getByRole('textbox', { name: 'Find' }), 'more');
    await within(bar).findByText('2 matches');
    await user.type(within(bar).getByRole('textbox', { name: 'Replace with' }), 'less');
    await user.click(within(bar).getByRole('button', { name: 'Replace all' }));
    await within(bar).findByText('2 replaced');
    expect(screen.getByRole('region', { name: 'Lines of text' }).textContent).toContain('less');
  });

  it('says when it is read-only', async () => {
    await openSpeech({}, { mayEdit: false });
    await screen.findByText(/You can read this text/);
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
  });

  it('warns that the language may be wrong, and lets people confirm or change it', async () => {
    const withheld = { ...reading, withheld: true };
    const { api, user } = await openSpeech(
      {
        [`GET ${speech}`]: () => envelope({ reading: withheld, parts: [samplePart(1, lines)] }),
        [`PUT ${speech}/check`]: () => envelope({ ...reading, checkedAt: '2026-11-16T10:00:00.000Z' }),
      },
      { versions: [withheld] },
    );
    await screen.findByText(/The speech may not be in English/);
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Choose another language…' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Text is correct' }));
    await waitFor(() => expect(screen.queryByText(/The speech may not be in English/)).toBeNull());
    expect(api.sent(`PUT ${speech}/check`)[0]?.body).toEqual({ readingId: reading.id, checked: true });
  });

  it('asks for the language if none is set', async () => {
    const work = sampleStep('asr', {
      state: 'skipped',
      causeCode: 'languageNotDeclared',
      cause: 'No language is set.',
    });
    const { user } = await openSpeech({ [`GET ${at}/work`]: () => envelope([{ work, log: '' }]) }, { versions: [] });
    await screen.findByText('No language is set.');
    await user.click(screen.getByRole('button', { name: 'Choose language…' }));
    await screen.findByRole('dialog');
  });

  it('says that recognition found nothing', async () => {
    const work = sampleStep('asr', { state: 'failed', causeCode: 'noSpeech', cause: 'No speech was found.' });
    await openSpeech({ [`GET ${at}/work`]: () => envelope([{ work, log: '' }]) }, { versions: [] });
    await screen.findByText('No transcript');
    expect(screen.getByText('No speech was found.')).toBeTruthy();
  });

  it('says what to do before anything was recognised', async () => {
    await openSpeech({ [`GET ${at}/work`]: () => envelope([]) }, { versions: [] });
    await screen.findByText('No transcript yet');
  });

  it('shows an error with Retry', async () => {
    await openSpeech({ [`GET ${speech}/versions`]: () => failure(500, 'broken', {}, 500) });
    await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to list' })).toBeTruthy();
  });
});
