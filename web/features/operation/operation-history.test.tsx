import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { envelope, failure, stubApi } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { OperationHistory } from './operation-history.tsx';
import { idOf, operation } from './testing/sample-operation.ts';

const list = 'GET /api/operations';
const one = `GET /api/operations/${idOf(1)}`;
const items = `GET /api/operations/${idOf(1)}/items`;
const item = (n: number, state: string, reason: string | null = null) => ({
  id: `1-${n}`,
  objectId: idOf(n),
  label: `Person ${n}`,
  state,
  reason,
});

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const mixed = operation(1, { total: 4, done: 2, skipped: 2 });

async function show(address: string, calls: Parameters<typeof stubApi>[0] = {}) {
  const api = stubApi({
    [list]: ({ url }) =>
      envelope(url.searchParams.has('after') ? { rows: [operation(2)], more: false } : { rows: [mixed], more: true }),
    [one]: () => envelope(mixed),
    [items]: ({ url }) =>
      envelope({
        rows:
          url.searchParams.get('state') === 'done'
            ? [item(3, 'done')]
            : [item(2, 'skipped', 'Not for you.'), item(3, 'done')],
        more: false,
      }),
    ...calls,
  });
  return { api, ...(await renderPage(address, OperationHistory)) };
}

describe('the operation history', () => {
  it('lists one’s own operations and loads older ones', async () => {
    const { api } = await show('/profile?tab=operations');
    await screen.findByText('2 done · 2 skipped');
    await userEvent.click(screen.getByRole('button', { name: 'Show older' }));
    await screen.findByText('5 done');
    expect(api.sent(list)[1]?.url.searchParams.get('after')).toBe(idOf(1));
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  it('opens the report of one by its address, filters it, and keeps the tab when it closes', async () => {
    const { api, address } = await show('/profile?tab=operations');
    await userEvent.click(await screen.findByRole('button', { name: 'View report for “Forbid users”' }));
    await waitFor(() => expect(address()).toContain(`operation=${idOf(1)}`));
    const dialog = await screen.findByRole('dialog', { name: 'Forbid users' });
    const row = (await within(dialog).findByText('Person 2')).closest('tr');
    expect(row?.textContent).toBe('Person 2SkippedNot for you.');
    expect(
      within(dialog)
        .getAllByRole('tab')
        .map((tab) => tab.textContent),
    ).toEqual(['All 4', 'Skipped 2', 'Done 2']);
    await userEvent.click(within(dialog).getByRole('tab', { name: /Done/ }));
    await waitFor(() => expect(within(dialog).queryByText('Person 2')).toBeNull());
    expect(api.sent(items).at(-1)?.url.searchParams.get('state')).toBe('done');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(address()).toBe('/profile?tab=operations'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is led to by a notification, and explains when the operation is not there', async () => {
    await show(`/profile?tab=operations&operation=${idOf(1)}`, {
      [one]: () => failure(404, 'This doesn’t exist, or you don’t have access to it.', { code: 'notFound' }, 404),
    });
    expect((await screen.findByRole('alert')).textContent).toContain(
      'This doesn’t exist, or you don’t have access to it.',
    );
  });

  it('asks nothing for an address that names no operation', async () => {
    const { api } = await show('/profile?tab=operations&operation=../../admin/auth');
    await screen.findByText('2 done · 2 skipped');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(api.calls).toHaveLength(1);
  });
});
