import type { ColumnNode } from '@lectern/contract/features/column.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { envelope, failure, type SentCall } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { openColumns, sampleColumn, treeCall } from '../testing/open-columns.tsx';
import { printRule, readRule } from './column-rule-field.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const call = 'PATCH /api/columns/a';

async function openSettings(change: Partial<ColumnNode> = {}, calls = {}) {
  let column = sampleColumn('a', { name: 'News', slug: 'news', ...change });
  const page = await openColumns([column], {
    query: '?id=a&tab=settings',
    calls: {
      [treeCall]: () => envelope([column]),
      [call]: ({ body }: SentCall) => {
        column = { ...column, ...(body as object), version: column.version + 1 };
        return envelope(column);
      },
      'PUT /api/columns/a/lock': () => envelope(null),
      'DELETE /api/columns/a/lock': () => envelope(null, 204),
      'GET /api/resources': () =>
        envelope({ rows: [], count: { value: 12, exact: true }, tabs: {}, next: null, previous: null }),
      ...calls,
    },
  });
  await screen.findByRole('textbox', { name: 'Name' });
  return page;
}
const save = () => userEvent.click(screen.getByRole('button', { name: /^Save/ }));

describe('the settings of a column', () => {
  it('are saved with the version they were read in, only what changed, and go back by Undo', async () => {
    const { api } = await openSettings();
    const name = screen.getByRole('textbox', { name: /^Name/ });
    await userEvent.clear(name);
    await userEvent.type(name, 'Novelties{Enter}');
    await waitFor(() => expect(api.sent(call)).toHaveLength(1));
    expect(api.sent(call)[0]?.body).toEqual({ name: 'Novelties', version: 1 });
    await waitFor(() => expect(notifications.get().at(-1)?.action).toBeDefined());
    notifications.get().at(-1)?.action?.run();
    await waitFor(() => expect(api.sent(call)).toHaveLength(2));
    expect(api.sent(call)[1]?.body).toEqual({ name: 'News', version: 2 });
  });

  it('are checked before they are sent', async () => {
    const { api } = await openSettings();
    await userEvent.type(screen.getByRole('textbox', { name: /^URL slug/ }), ' With Space');
    await userEvent.type(screen.getByRole('spinbutton', { name: /^Maximum shown/ }), '0');
    await save();
    expect(screen.getByText('Use lowercase letters, numbers and hyphens.')).toBeTruthy();
    expect(screen.getByText('Enter a whole number from 1 to 10,000.')).toBeTruthy();
    expect(api.sent(call)).toHaveLength(0);
  });

  it('keep the input after a conflict', async () => {
    await openSettings({}, { [call]: () => failure(409, 'changed', { code: 'changedMeanwhile' }, 409) });
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'Mine');
    await save();
    expect(await screen.findByText('Someone else changed this while you were editing.')).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Description/ }).value).toBe('Mine');
  });

  it('edit a rule by words and filter chips, and say how much matches', async () => {
    const { api } = await openSettings();
    await userEvent.click(screen.getByRole('radio', { name: 'By rule' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Words' }), 'cell');
    await userEvent.click(screen.getByRole('button', { name: '+ Filter' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Type' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Video' }));
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Matches 12 resources')).toBeTruthy();
    expect(api.sent(call)).toHaveLength(0);
    await save();
    await waitFor(() => expect(api.sent(call)).toHaveLength(1));
    expect(api.sent(call)[0]?.body).toEqual({ mode: 'rule', rule: 'search=cell&kind=video', version: 1 });
  });

  it('are read-only while someone else edits', async () => {
    const holder = { id: '0197a0d0-0000-7000-8000-000000000777', name: 'Eve' };
    const lock = { holder, since: '2026-01-01T10:00:00.000Z', own: false };
    await openSettings({}, { 'GET /api/columns/a/lock': () => envelope(lock) });
    expect(await screen.findByText(/Eve has been editing this/)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).readOnly).toBe(true);
  });
});

describe('a rule', () => {
  it('has one spelling, in which a tab of one kind is the filter by it', () => {
    expect(printRule(readRule('tab=video&search=cell'))).toBe('search=cell&kind=video');
    expect(printRule(readRule(''))).toBe('');
  });

  it('drops values that no longer apply, and says so', () => {
    const rule = readRule('kind=nonsense&pages=5..10');
    expect(rule.refused).toEqual(['kind']);
    expect(printRule(rule)).toBe('pages=5..10');
  });

  it('has no part that depends on who looks', () => {
    expect(printRule(readRule('starred=yes&duplicates=yes'))).toBe('');
  });
});
