import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { idOf, openUsers, samplePage, sampleRow, usersCall } from '../testing/open-users.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const at = (number: number) => `/api/system/users/${idOf(number)}`;
const anna = { holder: { id: idOf(77), name: 'Anna' }, since: '2026-11-15T10:02:00.000Z', own: false };
const rename = {
  id: '42',
  at: '2026-11-15T10:00:00.000Z',
  action: 'user.updated',
  actor: { id: idOf(77), name: 'Anna' },
  before: { name: 'Old Name', roleId: 4 },
  after: { name: 'Person 2', roleId: 3 },
  revertable: ['name'],
};

type Calls = Parameters<typeof openUsers>[1];

function callsOf(number: number): NonNullable<Calls> {
  const user = sampleRow(number, { version: 5 });
  return {
    [`GET ${at(number)}`]: () => envelope(user),
    [`GET ${at(number)}/lock`]: () => envelope(null),
    [`PUT ${at(number)}/lock`]: () => envelope({ ...anna, own: true }),
    [`DELETE ${at(number)}/lock`]: () => envelope(null, 204),
    [`GET ${at(number)}/activity`]: () => envelope({ rows: [rename], more: false }),
  };
}

async function open(number: number, calls: Calls = {}, query = '') {
  const page = samplePage([sampleRow(1), sampleRow(2), sampleRow(3)]);
  const opened = await openUsers(`?${query}id=${idOf(number)}`, {
    [usersCall]: () => envelope(page),
    ...callsOf(1),
    ...callsOf(2),
    ...callsOf(3),
    ...calls,
  });
  await screen.findByRole('dialog');
  return opened;
}
const name = () => screen.findByLabelText<HTMLInputElement>(/^Name/);
const button = (label: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name: label });

describe('the details of a user', () => {
  it('is edited in place under a lock, and saved with the version it was read in', async () => {
    const saved = sampleRow(2, { name: 'New Name', version: 6 });
    const { api } = await open(2, { [`PATCH ${at(2)}`]: () => envelope(saved) });
    await userEvent.clear(await name());
    await userEvent.type(await name(), 'New Name');
    await waitFor(() => expect(api.sent(`PUT ${at(2)}/lock`)).toHaveLength(1));
    expect(screen.getByText('1 unsaved change')).toBeTruthy();
    await userEvent.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(screen.queryByText('1 unsaved change')).toBeNull());
    expect(api.sent(`PATCH ${at(2)}`)[0]?.body).toEqual({ name: 'New Name', version: 5 });
    await waitFor(() => expect(api.sent(`DELETE ${at(2)}/lock`)).toHaveLength(1));
    expect(notifications.get()).toMatchObject([{ level: 'success', title: 'New Name saved' }]);
  });

  it('keeps the input after a conflict and shows the newer value', async () => {
    let version = 5;
    const { api } = await open(2, {
      [`GET ${at(2)}`]: () => envelope(sampleRow(2, { version, phone: version === 5 ? null : '555' })),
      [`PATCH ${at(2)}`]: () => {
        version = 6;
        return failure(409, 'Someone changed it', { code: 'changedMeanwhile' }, 409);
      },
    });
    const phone = await screen.findByLabelText<HTMLInputElement>(/^Phone/);
    await userEvent.type(phone, '123');
    await userEvent.click(button(/^Save/));
    expect(await screen.findByText('Saved value: 555')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Phone/).value).toBe('123');
    await userEvent.click(button(/^Save/));
    await waitFor(() => expect(api.sent(`PATCH ${at(2)}`)[1]?.body).toEqual({ phone: '123', version: 6 }));
  });

  it('is read-only while someone else edits, and shows who and since when', async () => {
    const { api } = await open(2, { [`GET ${at(2)}/lock`]: () => envelope(anna) });
    expect(await screen.findByText(/^Anna has been editing this since/)).toBeTruthy();
    expect(screen.queryByLabelText(/^Name/)).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>(/^Phone/).readOnly).toBe(true);
    expect(screen.getByLabelText<HTMLSelectElement>(/^Role/).disabled).toBe(true);
    expect(api.sent(`PUT ${at(2)}/lock`)).toEqual([]);
  });

  it('opens for editing on request once the other one has finished, in the newest version', async () => {
    let lock: typeof anna | null = anna;
    const { api, client } = await open(2, { [`GET ${at(2)}/lock`]: () => envelope(lock) });
    await screen.findByText(/^Anna has been editing/);
    lock = null;
    const before = api.sent(`GET ${at(2)}`).length;
    await act(() => client.refetchQueries());
    await userEvent.click(await screen.findByRole('button', { name: 'Load latest version and edit' }));
    expect((await name()).value).toBe('Person 2');
    await waitFor(() => expect(api.sent(`GET ${at(2)}`).length).toBeGreaterThan(before));
  });

  it('walks along the list with J and K, and stays on it when closed', async () => {
    const { address } = await open(2, {}, 'search=per&');
    await screen.findByRole('button', { name: /^Next in list/ });
    expect(screen.getByText('2 of 3')).toBeTruthy();
    await userEvent.keyboard('j');
    await waitFor(() => expect(address()).toContain(idOf(3)));
    expect(address()).toContain('search=per');
    expect(button(/^Next in list/).disabled).toBe(true);
    await userEvent.keyboard('kk');
    await waitFor(() => expect(address()).toContain(idOf(1)));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(address()).toBe('/app/system/systemAdmin?search=per'));
  });

  it('asks before unsaved edits are left behind', async () => {
    const { address } = await open(2);
    await userEvent.type(await name(), '!');
    await userEvent.click(button(/^Next in list/));
    expect(await screen.findByText('Leave without saving?')).toBeTruthy();
    await userEvent.click(button('Stay'));
    expect(address()).toContain(idOf(2));
    expect((await name()).value).toBe('Person 2!');
    await userEvent.click(button(/^Next in list/));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(async () => expect((await name()).value).toBe('Person 3'));
    expect(screen.queryByText(/unsaved change/)).toBeNull();
  });

  it('lists who changed what, and reverts a change after a preview', async () => {
    const { api } = await open(2, { [`POST ${at(2)}/activity/42/revert`]: () => envelope(null, 204) });
    expect(await screen.findByText('edited the account')).toBeTruthy();
    expect(screen.getByText('Old Name')).toBeTruthy();
    expect(screen.getByRole('cell', { name: 'Recruitment specialist' })).toBeTruthy();
    await userEvent.click(button(/^Revert this change/));
    const dialog = (await screen.findByText('Revert this change?')).closest('dialog');
    const cells = within(dialog as HTMLElement).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual(['Name', 'Person 2', 'Old Name']);
    await userEvent.click(button('Revert'));
    await waitFor(() => expect(screen.queryByText('Revert this change?')).toBeNull());
    expect(api.sent(`POST ${at(2)}/activity/42/revert`)[0]?.body).toEqual({ version: 5 });
  });

  it('shows a missing or hidden user in place', async () => {
    await open(9, {
      [`GET ${at(9)}`]: () =>
        failure(404, 'This doesn’t exist, or you don’t have access to it.', { code: 'notFound' }, 404),
    });
    expect((await screen.findByRole('alert')).textContent).toContain(
      'This doesn’t exist, or you don’t have access to it.',
    );
  });
});
