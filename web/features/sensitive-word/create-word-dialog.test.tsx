import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useStore } from '../../lib/store.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../lib/testing/stub-api.ts';
import { openPart } from './testing/open-part.tsx';
import { createCall, idOf, impactCall, sampleImpact, sampleWord } from './testing/open-words.tsx';
import { dropImpact } from './trial/ask-impact.ts';
import { wordDialog } from './word-dialog.ts';
import { CreateWordDialog } from './word-dialogs.tsx';

beforeEach(() => openFreshWindow());
afterEach(() => {
  dropImpact();
  closeWindow();
});

function Dialogs() {
  return useStore(wordDialog) && <CreateWordDialog />;
}

const sample = {
  effect: 'flag' as const,
  resource: { id: idOf(70), title: 'Lecture 4', kind: 'video' as const, state: 'published' as const },
  word: 'scam',
  place: { source: 'speech' as const, page: null, box: null, startMs: 192_000, endMs: 193_000 },
  excerpt: { text: 'this is a s-c-a-m indeed', mark: [10, 17] as [number, number] },
  likelyFalse: true,
};

async function open(calls: Parameters<typeof openPart>[1] = {}) {
  wordDialog.set({ kind: 'create' });
  const word = sampleWord(9, { text: 'scam' });
  const { api } = await openPart(Dialogs, { [createCall]: () => envelope(word, 201), ...calls });
  return { api, text: await screen.findByLabelText<HTMLInputElement>('Word or phrase') };
}
const write = (text: HTMLElement, value: string) => fireEvent.change(text, { target: { value } });
const add = () => userEvent.click(screen.getByRole('button', { name: /^Add word/ }));

describe('a new word', () => {
  it('shows a minimum impact with samples first, and is added only after confirmation', async () => {
    const { api, text } = await open({
      [impactCall]: () =>
        envelope(
          sampleImpact(37, 1, {
            flagged: { value: 37, exact: false },
            unpublished: { value: 2, exact: true },
            samples: [sample],
            cutShort: true,
          }),
        ),
    });
    write(text, 'scam');
    await userEvent.selectOptions(screen.getByLabelText('Severity'), 'block');
    await add();
    const effect = within(await screen.findByRole('dialog', { name: 'Impact of this change' }));
    expect(await effect.findByText('This newly flags at least 37 resources and clears 1.')).toBeTruthy();
    expect(effect.getByText('2 published resources will be blocked at once.')).toBeTruthy();
    expect(effect.getByText('s-c-a-m').tagName).toBe('MARK');
    expect(effect.getByText('Likely false')).toBeTruthy();
    expect(effect.getByText('Speech · 3:12.0')).toBeTruthy();
    expect(effect.getByText(/there may be more/)).toBeTruthy();
    await userEvent.click(effect.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Impact of this change' })).toBeNull());
    expect(api.sent(createCall)).toEqual([]);
    await add();
    await userEvent.click(await screen.findByRole('button', { name: 'Save anyway' }));
    await waitFor(() => expect(wordDialog.get()).toBeNull());
    expect(api.sent(createCall)[0]?.body).toMatchObject({ text: 'scam', severity: 'block', variants: true });
  });

  it('has exceptions as chips and scopes as checkboxes, and is added directly without impact', async () => {
    const { api, text } = await open();
    write(text, 'cap');
    await userEvent.click(screen.getByText('Language, scope, exceptions, note'));
    const exceptions = screen.getByLabelText('Exceptions');
    for (const phrase of ['cap and gown', 'cap it']) {
      write(exceptions, phrase);
      await userEvent.type(exceptions, '{Enter}');
    }
    await userEvent.click(screen.getByRole('button', { name: 'Remove exception “cap it”' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Speech' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Title' }));
    await add();
    await waitFor(() => expect(wordDialog.get()).toBeNull());
    expect(api.sent(createCall)[0]?.body).toMatchObject({
      text: 'cap',
      exceptions: ['cap and gown'],
      sources: ['title', 'speech'],
    });
  });

  it('matches whole words in Latin scripts by default', async () => {
    const { api, text } = await open();
    const mode = screen.getByLabelText<HTMLSelectElement>('Match type');
    expect(mode.value).toBe('exact');
    write(text, '代写');
    expect(mode.value).toBe('contains');
    write(text, 'cap');
    expect(mode.value).toBe('exact');
    await userEvent.selectOptions(mode, 'contains');
    write(text, 'caps');
    expect(mode.value).toBe('contains');
    await userEvent.click(screen.getByRole('switch', { name: 'Dismiss likely false matches' }));
    await add();
    await waitFor(() => expect(wordDialog.get()).toBeNull());
    expect(api.sent(createCall)[0]?.body).toMatchObject({ text: 'caps', mode: 'contains', ignoreLikelyFalse: true });
  });

  it('that is empty, unsearchable or existing is refused at its field, and the input stays', async () => {
    const { api, text } = await open({
      [impactCall]: () => failure(422, 'Nothing to match.', { code: 'wordRefused' }, 422),
      [createCall]: () => failure(422, 'Nothing to match.', { code: 'wordRefused' }, 422),
    });
    await add();
    expect(screen.getByText('Fill this in.')).toBeTruthy();
    expect(api.sent(impactCall)).toEqual([]);
    write(text, '***');
    await add();
    expect(await screen.findByText('Nothing to match.')).toBeTruthy();
    expect(text.value).toBe('***');
    expect(screen.queryByRole('dialog', { name: 'Impact of this change' })).toBeNull();
  });

  it('can be added all the same when its effect cannot be found out', async () => {
    const { api, text } = await open({ [impactCall]: () => failure(500, 'It broke.', {}, 500) });
    write(text, 'scam');
    await add();
    expect((await screen.findByRole('alert')).textContent).toContain('Impact unknown');
    await userEvent.click(screen.getByRole('button', { name: 'Save anyway' }));
    await waitFor(() => expect(api.sent(createCall)).toHaveLength(1));
  });
});
