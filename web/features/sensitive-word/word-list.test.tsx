import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { idOf, impactCall, openWords, operationsCall, pageOf, sampleWord, wordsCall } from './testing/open-words.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;
const menuOf = async (name: string) => {
  await userEvent.click(within(await rowOf(name)).getByRole('button', { name: `Actions for ${name}` }));
  return screen.findByRole('menu');
};
const item = async (name: string) => screen.findByRole('menuitem', { name });

describe('the sensitive words list', () => {
  it('shows match mode, severity, matches and state of each word', async () => {
    const pack = { id: idOf(301), name: 'Exams', enabled: false };
    await openWords('', {
      [wordsCall]: () =>
        envelope(
          pageOf([
            sampleWord(1, {
              severity: 'block',
              language: 'en',
              sources: ['title', 'speech'],
              exceptions: ['word1 of honour', 'word1 list'],
              pack,
              active: false,
              hits: 1234,
              decided: 6,
              confirmed: 1,
              precision: 1 / 6,
            }),
          ]),
        ),
    });
    const row = await rowOf('word1');
    const cells = within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(1, 12)).toEqual([
      'word1',
      'Contains',
      'English',
      'Fraud',
      'Block',
      'Title, Speech',
      'word1 of honour +1',
      'Exams',
      '1,234',
      '17%',
      'Pack disabled',
    ]);
    expect(within(row).getByTitle(/^Mostly false: only 1 of 6/)).toBeTruthy();
    expect(within(row).getByRole('link', { name: '1,234' }).getAttribute('href')).toBe(
      '/app/sensitive/resource?tab=all&word=word1',
    );
  });

  it('explains itself when empty, with two ways to start', async () => {
    await openWords('', { [wordsCall]: () => envelope(pageOf([])) });
    const title = await screen.findByText('No words yet');
    const empty = within(title.parentElement as HTMLElement);
    expect(empty.getByRole('button', { name: 'Import words' })).toBeTruthy();
    await userEvent.click(empty.getByRole('button', { name: 'New word' }));
    expect(await screen.findByRole('dialog', { name: 'New word' })).toBeTruthy();
  });

  it('shows a loading error in place', async () => {
    await openWords('?severity=block', { [wordsCall]: () => failure(500, 'It broke.', {}, 500) });
    expect((await screen.findByRole('alert')).textContent).toContain('It broke.');
  });

  it('disables a word directly if no match is affected', async () => {
    const { api } = await openWords();
    await menuOf('word1');
    await userEvent.click(await item('Disable'));
    await waitFor(() => expect(api.sent(operationsCall)).toHaveLength(1));
    expect(api.sent(impactCall)[0]?.body).toEqual({
      changes: [{ kind: 'change', id: idOf(1), word: { enabled: false } }],
    });
    expect(api.sent(operationsCall)[0]?.body).toMatchObject({
      list: 'sensitiveWord',
      action: 'disable',
      selection: { ids: [idOf(1)] },
    });
  });

  it('always asks before deleting words', async () => {
    const { api } = await openWords();
    await menuOf('word2');
    await userEvent.click(await item('Delete'));
    const dialog = await screen.findByRole('dialog', { name: 'Delete “word2”?' });
    expect(await within(dialog).findByText('No matches are added or removed.')).toBeTruthy();
    expect(api.sent(operationsCall)).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(api.sent(operationsCall)[0]?.body).toMatchObject({ action: 'delete' }));
  });
});
