import type { ListView } from '@lectern/contract/features/list-view.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { idOf, me, openUsers, setupCall } from '../../features/user/testing/open-users.tsx';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const view = (change: Partial<ListView> = {}): ListView => ({
  id: idOf(71),
  list: 'user',
  name: 'Administrators abroad',
  query: 'role=2&search=abroad',
  columns: null,
  shared: false,
  own: true,
  ownerName: 'Li Wei',
  ...change,
});
const shared = view({
  id: idOf(72),
  name: 'Locked out',
  query: 'locked=yes',
  own: false,
  shared: true,
  ownerName: 'Anna',
});
const setup = (columns: string[] | null = null, views = [view(), shared]) => ({
  [setupCall]: () => envelope({ views, columns }),
});
const oneView = `/api/lists/views/${idOf(71)}`;
const openMenu = async (name: RegExp = /^Views/) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (name: string) =>
  userEvent.click((await screen.findByText(name, { selector: '.menu-item-label' })) as HTMLElement);
const headings = () =>
  screen
    .getAllByRole('columnheader')
    .map((cell) => cell.textContent)
    .slice(1, -1);

describe('saved views', () => {
  it('show own and shared ones, and open by name', async () => {
    const { address } = await openUsers('?tab=forbidden&page=4', setup());
    await openMenu();
    expect(await screen.findByText('by Anna')).toBeTruthy();
    await choose('Administrators abroad');
    expect(address()).toBe(`/app/system/systemAdmin?search=abroad&role=2&view=${idOf(71)}`);
    expect(await screen.findByRole('button', { name: /^Administrators abroad/ })).toBeTruthy();
  });

  it('keep their name while being changed, and can be updated', async () => {
    const { api, address } = await openUsers(`?search=abroad&role=2&view=${idOf(71)}`, {
      ...setup(),
      [`PATCH ${oneView}`]: ({ body }) => envelope({ ...view(), ...(body as object) }),
    });
    await openMenu(/^Administrators abroad/);
    expect(screen.queryByText(/^Save changes/)).toBeNull();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('tab', { name: /Never/ }));
    expect(address()).toContain(`view=${idOf(71)}`);
    await openMenu(/^Administrators abroad changed/);
    await choose('Save changes to “Administrators abroad”');
    await waitFor(() => expect(api.sent(`PATCH ${oneView}`)).toHaveLength(1));
    expect(api.sent(`PATCH ${oneView}`)[0]?.body).toEqual({
      query: 'tab=neverSignedIn&search=abroad&role=2',
      columns: null,
    });
  });

  it('are saved from the current list, by name, optionally shared', async () => {
    const { api, address } = await openUsers('?role=2', {
      ...setup(null, []),
      'POST /api/lists/user/views': ({ body }) => envelope({ ...view(), ...(body as object) }, 201),
    });
    await openMenu();
    await choose('Save view…');
    const dialog = screen.getByRole('dialog', { name: 'Save view' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(within(dialog).getByText('Fill this in.')).toBeTruthy();
    await userEvent.type(within(dialog).getByLabelText('Name'), ' Mine ');
    await userEvent.click(within(dialog).getByRole('switch'));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe(`/app/system/systemAdmin?role=2&view=${idOf(71)}`));
    expect(api.sent('POST /api/lists/user/views')[0]?.body).toEqual({
      name: 'Mine',
      shared: true,
      query: 'role=2',
      columns: null,
    });
  });

  it('can’t be shared by plain users or changed by others', async () => {
    await openUsers(`?locked=yes&view=${idOf(72)}`, setup(), { ...me, roleId: 4 });
    await openMenu(/^Locked out/);
    expect(screen.queryByText(/Rename or share|Delete/)).toBeNull();
    await choose('Save view…');
    expect(within(screen.getByRole('dialog')).queryByRole('switch')).toBeNull();
  });

  it('are deleted after a confirmation, and the rows stay', async () => {
    const { api, address } = await openUsers(`?search=abroad&role=2&view=${idOf(71)}`, {
      ...setup(),
      [`DELETE ${oneView}`]: () => envelope(null, 204),
    });
    await openMenu(/^Administrators abroad/);
    await choose('Delete “Administrators abroad”…');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete view' }));
    await waitFor(() => expect(address()).toBe('/app/system/systemAdmin?search=abroad&role=2'));
    expect(api.sent(`DELETE ${oneView}`)).toHaveLength(1);
  });

  it('aren’t needed: rows show even if views can’t be loaded', async () => {
    await openUsers('', { [setupCall]: () => failure(500, 'Down', {}, 500) });
    expect(await screen.findByRole('link', { name: 'Person 1' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('columns', () => {
  const save = 'PUT /api/lists/user/columns';

  it('can be hidden, shown and moved, and are saved on the server', async () => {
    const { api } = await openUsers('', { ...setup(), [save]: () => envelope(null, 204) });
    await screen.findByRole('link', { name: 'Person 1' });
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Name' }).disabled).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Username' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Phone' }));
    await userEvent.click(screen.getByRole('button', { name: 'Move Phone up' }));
    expect(headings()).toEqual([
      'Name',
      'Role',
      'Position',
      'Department',
      'Access',
      '2FA',
      'Last login',
      'Phone',
      'Sessions',
    ]);
    expect(api.sent(save).at(-1)?.body).toEqual({
      columns: ['name', 'role', 'position', 'department', 'access', 'twoFactor', 'lastSignIn', 'phone', 'sessions'],
    });
    await userEvent.click(screen.getByRole('button', { name: 'Reset columns' }));
    expect(headings()).toContain('Username');
    expect(api.sent(save).at(-1)?.body).toEqual({ columns: null });
  });

  it('change immediately, even with two quick clicks', async () => {
    const { api } = await openUsers('', { ...setup(), [save]: () => envelope(null, 204) });
    await screen.findByRole('link', { name: 'Person 1' });
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    for (const name of ['Phone', 'Email']) {
      fireEvent.click(screen.getByRole('checkbox', { name }));
      expect(screen.getByRole<HTMLInputElement>('checkbox', { name }).checked).toBe(true);
    }
    await waitFor(() => expect(api.sent(save)).toHaveLength(2));
    expect(api.sent(save).at(-1)?.body).toMatchObject({ columns: expect.arrayContaining(['phone', 'email']) });
  });

  it('that no longer exist are ignored, and the required one always stays', async () => {
    await openUsers('', setup(['passwordHash', 'phone']));
    await waitFor(() => expect(headings()).toEqual(['Name', 'Phone']));
  });

  it('of a view override one’s own', async () => {
    await openUsers(`?view=${idOf(71)}`, setup(['name', 'phone'], [view({ query: '', columns: ['name', 'email'] })]));
    await waitFor(() => expect(headings()).toEqual(['Name', 'Email']));
  });
});

describe('the export', () => {
  it('is a link to the same rows and columns', async () => {
    await openUsers('?search=li&role=2&page=4&sort=name', setup(['name', 'email']));
    await waitFor(() => expect(headings()).toEqual(['Name↑', 'Email']));
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    const links = screen.getAllByRole('menuitem').map((link) => link.getAttribute('href'));
    expect(links).toEqual(
      ['csv', 'xlsx'].map(
        (format) => `/api/system/users/export?search=li&sort=name&role=2&format=${format}&columns=name%2Cemail`,
      ),
    );
    expect(screen.getByText('3 rows in this view')).toBeTruthy();
  });
});
