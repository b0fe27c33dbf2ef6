import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resourceId } from '../../../components/resource/testing/sample-resource.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { envelope, failure, type SentCall } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { itemsCall, openColumns, sampleColumn, sampleItem } from '../testing/open-columns.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const tree = [
  sampleColumn('a', { held: 2 }),
  sampleColumn('b', { parentId: 'a' }),
  sampleColumn('c'),
  sampleColumn('r', { mode: 'rule' }),
];
const choose = async (action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for A' }));
  await userEvent.click(screen.getByRole('menuitem', { name: action }));
  return within(await screen.findByRole('dialog'));
};
const hit = (number: number, kind: 'document' | 'image') => ({
  id: resourceId(number),
  kind,
  state: 'published',
  title: `Resource ${number}`,
  fileName: 'file',
  thumbnail: null,
  found: 'title',
  snippet: null,
});

describe('questions about a column', () => {
  it('merge only into columns that can hold the content, and say why it was refused', async () => {
    let tries = 0;
    const call = 'POST /api/columns/a/merge';
    const { api, address } = await openColumns(tree, {
      query: '?id=a',
      calls: {
        'GET /api/columns/a/effects': () => envelope({ columns: 1, resources: 2, uses: [] }),
        [call]: () => (tries++ === 0 ? failure(409, 'Too deep.', { code: 'tooDeep' }, 409) : envelope(tree[2])),
      },
    });
    const dialog = await choose('Merge into…');
    await userEvent.click(dialog.getByRole('combobox', { name: 'Merge into' }));
    expect(dialog.getAllByRole('option').map((option) => option.textContent)).toEqual(['Cc']);
    await userEvent.click(dialog.getByRole('option'));
    await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
    expect(await dialog.findByText('Couldn’t save the column')).toBeTruthy();
    expect(dialog.queryByText(/deleted too/)).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
    await waitFor(() => expect(address()).toBe('/app/resource/column?id=c'));
    expect(api.sent(call)[1]?.body).toEqual({ intoId: 'c', version: 1 });
  });

  it('move it to any place but below itself', async () => {
    const call = 'POST /api/columns/a/place';
    const place = ({ body }: SentCall) => envelope({ ...tree[0], ...(body as object), version: 2 });
    const { api } = await openColumns(tree, { query: '?id=a', calls: { [call]: place } });
    const dialog = await choose('Move to…');
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
    expect(dialog.getByText('Choose a column.')).toBeTruthy();
    await userEvent.click(dialog.getByRole('combobox', { name: 'Parent' }));
    expect(dialog.getAllByRole('option').map((option) => option.textContent)).toEqual(['Top level', 'Cc', 'Rr']);
    await userEvent.click(dialog.getByRole('option', { name: /^C/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(api.sent(call)[0]?.body).toEqual({ parentId: 'c', beforeId: null, version: 1 }));
  });

  it('find resources to add, and mark those already in the column', async () => {
    const { api } = await openColumns(tree, {
      query: '?id=a',
      calls: {
        [itemsCall('a')]: () => envelope({ rows: [sampleItem(1)], more: false }),
        'GET /api/search/resources': () => envelope([hit(1, 'document'), hit(2, 'document')]),
        'POST /api/columns/a/items': () => envelope({ added: 1 }),
      },
    });
    await screen.findByRole('link', { name: /Resource 1/ });
    await userEvent.click(screen.getByRole('button', { name: 'Add resources…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('searchbox'), 'res');
    const known = await dialog.findByRole<HTMLInputElement>('checkbox', { name: /Resource 1.*Already added/ });
    expect(known.disabled).toBe(true);
    await userEvent.click(dialog.getByRole('checkbox', { name: /Resource 2/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Add 1' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sent('POST /api/columns/a/items')[0]?.body).toEqual({ resourceIds: [resourceId(2)] });
  });

  it('set an image as the cover, and show the server’s objections', async () => {
    const call = 'PUT /api/columns/a/cover';
    const fields = [{ path: 'resourceId', message: 'it has no preview' }];
    const { api } = await openColumns(tree, {
      query: '?id=a&tab=settings',
      calls: {
        'GET /api/search/resources': () => envelope([hit(1, 'document'), hit(2, 'image')]),
        [call]: () => failure(422, 'invalid', { data: { fields } }, 422),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Choose image…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('searchbox'), 'res');
    await userEvent.click(await dialog.findByRole('radio', { name: /Resource 2/ }));
    expect(dialog.queryByRole('radio', { name: /Resource 1/ })).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Use as cover' }));
    expect(await dialog.findByText('it has no preview')).toBeTruthy();
    expect(api.sent(call)[0]?.body).toEqual({ resourceId: resourceId(2), version: 1 });
  });
});
