import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { envelope } from '../../lib/testing/stub-api.ts';
import { ChooseDialog } from './choose-dialog.tsx';
import { dropImpact } from './impact/ask-impact.ts';
import { openPart } from './testing/open-part.tsx';
import { idOf, impactCall, operationsCall, sampleImpact } from './testing/open-words.tsx';

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
  const dialog = within(await screen.findByRole('dialog', { name: 'Severity of 2 words' }));
  await userEvent.selectOptions(dialog.getByLabelText('Severity'), 'notice');
  await userEvent.click(dialog.getByRole('button', { name: 'Set severity' }));
  expect(await screen.findByText('This would clear 4 resources.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(screen.queryByText('What this changes')).toBeNull());
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
