import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { envelope, failure, type SentCall } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { itemsCall, openColumns, sampleColumn, sampleItem } from '../testing/open-columns.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const item = { pin: sampleItem(1, { pinned: true }), two: sampleItem(2), three: sampleItem(3, { hidden: true }) };
const placeCall = (id: string) => `POST /api/columns/a/items/${id}/place`;
const done = () => envelope(null, 204);
const titles = () => screen.getAllByRole('link', { name: /Resource/ }).map((link) => link.textContent?.slice(-1));

/** A column with one pinned and two other resources; the stub reorders them like the server. */
async function openContent(change = {}, calls = {}) {
  let rows = [item.pin, item.two, item.three];
  const place = (id: string) => (call: SentCall) => {
    const { beforeId, pinned } = call.body as { beforeId?: string | null; pinned?: boolean };
    const moved = rows.find((row) => row.id === id) ?? item.two;
    const others = rows.filter((row) => row.id !== id);
    const at = beforeId ? others.findIndex((row) => row.id === beforeId) : others.length;
    rows = others.toSpliced(at, 0, { ...moved, pinned: pinned ?? moved.pinned });
    rows.sort((left, right) => Number(right.pinned) - Number(left.pinned));
    return done();
  };
  const page = await openColumns([sampleColumn('a', { held: 3, shown: 2, ...change })], {
    query: '?id=a',
    calls: {
      [itemsCall('a')]: () => envelope({ rows, more: false }),
      ...Object.fromEntries(Object.values(item).map(({ id }) => [placeCall(id), place(id)])),
      'POST /api/columns/a/items/remove': ({ body }: SentCall) => {
        const { resourceIds } = body as { resourceIds: string[] };
        rows = rows.filter((row) => !resourceIds.includes(row.id));
        return envelope({ removed: resourceIds.length });
      },
      'POST /api/columns/a/items': ({ body }: SentCall) => {
        const { resourceIds } = body as { resourceIds: string[] };
        rows = [...rows, ...Object.values(item).filter((row) => resourceIds.includes(row.id))];
        return envelope({ added: resourceIds.length });
      },
      ...calls,
    },
  });
  await screen.findByRole('link', { name: /Resource 1/ });
  return page;
}
const undo = async () => {
  await waitFor(() => expect(notifications.get().at(-1)?.action).toBeDefined());
  notifications.get().at(-1)?.action?.run();
};

describe('a manual column', () => {
  it('changes its order by keys within its group, and back by Undo', async () => {
    const { api } = await openContent();
    screen.getByRole('link', { name: /Resource 3/ }).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(titles()).toEqual(['1', '3', '2']);
    await undo();
    await waitFor(() => expect(titles()).toEqual(['1', '2', '3']));
    expect(api.sent(placeCall(item.three.id)).map(({ body }) => body)).toEqual([
      { beforeId: item.two.id },
      { pinned: false, beforeId: null },
    ]);
    screen.getByRole('link', { name: /Resource 2/ }).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(api.sent(placeCall(item.two.id))).toHaveLength(0);
  });

  it('pins and unpins, and says what the public site does not show', async () => {
    await openContent();
    expect(screen.getByText('Not visible')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Pin Resource 3' }));
    await waitFor(() => expect(titles()).toEqual(['1', '3', '2']));
    await userEvent.click(screen.getByRole('button', { name: 'Unpin Resource 1' }));
    await waitFor(() => expect(titles()).toEqual(['3', '1', '2']));
  });

  it('lets go of several at once, and takes them back to their places', async () => {
    await openContent();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Resource 1' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Resource 2' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(titles()).toEqual(['3']));
    await undo();
    await waitFor(() => expect(titles()).toEqual(['1', '2', '3']));
  });

  it('shows the server’s order again when a move is refused', async () => {
    const refuse = () => failure(403, 'no', { code: 'forbidden' }, 403);
    await openContent({}, { [placeCall(item.three.id)]: refuse });
    screen.getByRole('link', { name: /Resource 3/ }).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(titles()).toEqual(['1', '2', '3']));
  });

  it('offers no manual order in a sorted column', async () => {
    await openContent({ sortRule: 'title' });
    expect(screen.getByText(/Sorted: Title/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Move Resource 2' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Pin Resource 2' })).toBeTruthy();
  });
});

describe('an automatic column', () => {
  it('is read only, with the way to the rule and to the list', async () => {
    const { address } = await openContent({ mode: 'rule', rule: 'kind=video' });
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getByRole('link', { name: 'Open in All resources' }).getAttribute('href')).toBe(
      '/app/resource/info?kind=video',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Change rule' }));
    await waitFor(() => expect(address()).toBe('/app/resource/column?id=a&tab=settings'));
  });
});
