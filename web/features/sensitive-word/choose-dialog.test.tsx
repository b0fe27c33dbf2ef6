import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { envelope } from '../../lib/testing/stub-api.ts';
import { openPart } from './testing/open-part.tsx';
import {
  idOf,
  impactCall,
  operationsCall,
  pageOf,
  sampleImpact,
  sampleWord,
  wordsCall,
} from './testing/open-words.tsx';
import { dropImpact } from './trial/ask-impact.ts';
import { ChooseDialog } from './word-dialogs.tsx';

beforeEach(() => openFreshWindow());
afterEach(() => {
  dropImpact();
  closeWindow();
});

it('what several words would clear is shown before their severity changes, and one can go back', async () => {
  const selection = { ids: [idOf(1), idOf(2)] };
  const target = { selection, count: 2, row: undefined, done: () => undefined };
  const { api } = await openPart(() => <ChooseDialog action="setSeverity" target={target} />, {
    [impactCall]: () => envelope(sampleImpact(0, 4)),
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Set severity of 2 words' }));
  await userEvent.selectOptions(dialog.getByLabelText('Severity'), 'notice');
  await userEvent.click(dialog.getByRole('button', { name: 'Set severity' }));
  expect(await screen.findByText('This clears 4 resources.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(screen.queryByText('Impact of this change')).toBeNull());
  expect(api.sent(operationsCall)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Set severity' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save anyway' }));
  await waitFor(() =>
    expect(api.sent(operationsCall)[0]?.body).toMatchObject({
      action: 'setSeverity',
      input: { severity: 'notice' },
      selection,
    }),
  );
});

it('the impact of too many words is estimated from the first ones', async () => {
  const ids = Array.from({ length: 60 }, (_, at) => idOf(at + 1));
  const target = { selection: { ids }, count: 60, row: undefined, done: () => undefined };
  const { api } = await openPart(() => <ChooseDialog action="setSeverity" target={target} />, {
    [impactCall]: () => envelope(sampleImpact(0, 4)),
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Set severity of 60 words' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Set severity' }));
  expect(await screen.findByText('This clears at least 4 resources.')).toBeTruthy();
  expect(screen.getByText(/Estimated from 50 of 60 words/)).toBeTruthy();
  const changes = ids.slice(0, 50).map((id) => ({ kind: 'change', id, word: { severity: 'review' } }));
  expect(api.sent(impactCall)[0]?.body).toEqual({ changes });
});

it('the impact of all matches is estimated, and no impact is shown too', async () => {
  const selection = { matching: 'tab=block', except: [idOf(2)] };
  const target = { selection, count: 1284, row: undefined, done: () => undefined };
  const { api } = await openPart(() => <ChooseDialog action="setSeverity" target={target} />, {
    [wordsCall]: () => envelope(pageOf([sampleWord(1), sampleWord(2), sampleWord(3)])),
    [impactCall]: () => envelope(sampleImpact(0, 0)),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Set severity' }));
  expect(await screen.findByText('No matches are added or removed.')).toBeTruthy();
  expect(screen.getByText(/Estimated from 2 of 1,284 words/)).toBeTruthy();
  expect(api.sent(operationsCall)).toEqual([]);
});

it('everything that matches is estimated by later words when the first ones are all left out', async () => {
  const selection = { matching: 'tab=block', except: [idOf(1), idOf(2)] };
  const target = { selection, count: 1, row: undefined, done: () => undefined };
  const { api } = await openPart(() => <ChooseDialog action="setSeverity" target={target} />, {
    [wordsCall]: ({ url }) =>
      envelope(
        url.searchParams.get('cursor') === 'after2'
          ? pageOf([sampleWord(3)])
          : { ...pageOf([sampleWord(1), sampleWord(2)]), next: 'after2' },
      ),
    [impactCall]: () => envelope(sampleImpact(0, 4)),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Set severity' }));
  expect(await screen.findByText('This clears 4 resources.')).toBeTruthy();
  expect(api.sent(impactCall)[0]?.body).toMatchObject({ changes: [{ id: idOf(3) }] });
  expect(api.sent(operationsCall)).toEqual([]);
});
