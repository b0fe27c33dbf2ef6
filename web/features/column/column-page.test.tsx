import type { ColumnNode } from '@lectern/contract/features/column.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, failure, type SentCall } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { curator, openColumns, sampleColumn, treeCall } from './testing/open-columns.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const tree: ColumnNode[] = [
  sampleColumn('a', { shown: 4, held: 6 }),
  sampleColumn('b', { parentId: 'a', visible: false }),
  sampleColumn('c', { mode: 'rule' }),
];
const item = (name: RegExp) => screen.findByRole('treeitem', { name });
const names = () =>
  screen.getAllByRole('treeitem').map((row) => `${row.textContent?.[0]}${row.getAttribute('aria-level')}`);
const placed = ({ body }: SentCall) => envelope({ ...tree[2], ...(body as object), version: 2 });

describe('the page of columns', () => {
  it('shows the tree with counts, hidden and automatic columns', async () => {
    await openColumns(tree);
    expect((await item(/^A/)).textContent).toContain('4 of 6 visible');
    expect((await item(/^B/)).textContent).toContain('Hidden');
    expect((await item(/^C/)).textContent).toContain('By rule');
    expect(names()).toEqual(['A1', 'B2', 'C1']);
    expect(screen.getByText('3 columns')).toBeTruthy();
  });

  it('explains itself while there are none, and offers the first one', async () => {
    await openColumns([]);
    await userEvent.click(await screen.findByRole('button', { name: 'New column' }));
    expect(await screen.findByRole('dialog', { name: 'New column' })).toBeTruthy();
  });

  it('shows that a column is withheld and links reviewers to its review', async () => {
    await openColumns([sampleColumn('a', { withheld: true })], { query: '?id=a' });
    expect(await screen.findByText(/until its sensitive words are reviewed/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Review matches' }).getAttribute('href')).toContain('/a');
  });

  it('is read-only without manage rights', async () => {
    await openColumns(tree, { user: sampleUser({ roleId: 4, permissions: ['/app/resource/column'] }), query: '?id=a' });
    await item(/^A/);
    expect(screen.queryByRole('button', { name: 'New column' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
  });

  it('says what went wrong, and loads again on request', async () => {
    let tries = 0;
    await openColumns([], {
      calls: { [treeCall]: () => (tries++ === 0 ? failure(500, 'internal', {}, 500) : envelope(tree)) },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await item(/^A/)).toBeTruthy();
  });

  it('walks by arrow keys, closes and opens, and opens a column by Enter', async () => {
    const { address } = await openColumns(tree);
    (await item(/^A/)).focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(names()).toEqual(['A1', 'C1']);
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(document.activeElement?.textContent).toMatch(/^B/);
    await userEvent.keyboard('{End}{Enter}');
    await waitFor(() => expect(address()).toBe('/app/resource/column?id=c'));
    expect(await screen.findByRole('heading', { level: 2, name: 'C' })).toBeTruthy();
  });

  it('moves a column by Alt and arrow keys at once, and back by Undo with the newer version', async () => {
    const call = 'POST /api/columns/c/place';
    const { api } = await openColumns(tree, { calls: { [call]: placed } });
    (await item(/^C/)).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(names()).toEqual(['C1', 'A1', 'B2']);
    await waitFor(() => expect(notifications.get()).toHaveLength(1));
    expect(api.sent(call)[0]?.body).toEqual({ parentId: null, beforeId: 'a', version: 1 });
    notifications.get()[0]?.action?.run();
    await waitFor(() => expect(api.sent(call)).toHaveLength(2));
    expect(api.sent(call)[1]?.body).toEqual({ parentId: null, beforeId: null, version: 2 });
    expect(names()).toEqual(['A1', 'B2', 'C1']);
  });

  it('puts a column back on screen when the server refuses the move', async () => {
    const refuse = () => failure(409, 'changed', { code: 'changedMeanwhile' }, 409);
    await openColumns(tree, { calls: { 'POST /api/columns/c/place': refuse } });
    (await item(/^C/)).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(names()).toEqual(['A1', 'B2', 'C1']));
  });

  it('creates a subcolumn and shows errors at their field', async () => {
    let made = false;
    const { api, address } = await openColumns(tree, {
      calls: {
        'POST /api/columns': ({ body }) => {
          if (made) return envelope(sampleColumn('n', { ...(body as object) }), 201);
          made = true;
          const fields = [{ path: 'slug', message: 'another column has it' }];
          return failure(422, 'invalid', { data: { fields } }, 422);
        },
      },
    });
    (await item(/^C/)).focus();
    await userEvent.keyboard('n');
    const dialog = within(await screen.findByRole('dialog', { name: 'New column in “C”' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'News');
    await userEvent.click(dialog.getByRole('button', { name: 'Create column' }));
    expect(await dialog.findByText('another column has it')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Create column' }));
    await waitFor(() => expect(address()).toBe('/app/resource/column?id=n'));
    expect(api.sent('POST /api/columns').at(-1)?.body).toEqual({ parentId: 'c', name: 'News' });
  });

  it('says what goes with a column before it is deleted, and asks for a target', async () => {
    const { api } = await openColumns(tree, {
      query: '?id=a',
      user: curator,
      calls: {
        'GET /api/columns/a/effects': () =>
          envelope({ columns: 1, resources: 6, uses: [{ name: 'Home page, picks', link: null }] }),
        'POST /api/columns/a/delete': () => envelope(null, 204),
      },
    });
    (await item(/^A/)).focus();
    await userEvent.keyboard('{Delete}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete “A”?' }));
    expect(await dialog.findByText(/1 subcolumn is deleted too, and 6 resources are removed from them/)).toBeTruthy();
    expect(dialog.getByText('Home page, picks')).toBeTruthy();
    await userEvent.click(dialog.getByRole('radio', { name: 'Move to another column' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText('Choose a column.')).toBeTruthy();
    await userEvent.click(dialog.getByRole('combobox', { name: 'Column' }));
    // Columns that are being deleted and columns filled by a rule can't receive the resources.
    expect(dialog.queryAllByRole('option')).toHaveLength(0);
    await userEvent.click(dialog.getByRole('radio', { name: 'Remove from this column' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(api.sent('POST /api/columns/a/delete')).toHaveLength(1));
    expect(api.sent('POST /api/columns/a/delete')[0]?.body).toEqual({ targetId: null, version: 1 });
  });
});
