import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { idOf, me, openUsers, samplePage, sampleRow, usersCall } from './testing/open-users.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;
const button = (name: string | RegExp) => screen.getByRole('button', { name });

describe('the list of users', () => {
  it('shows a row for each, with its own columns, and links each to its detail', async () => {
    await openUsers('?search=per', {
      [usersCall]: () =>
        envelope(samplePage([sampleRow(1, { roleId: 2, access: 1, position: { id: idOf(601), name: 'Lecturer' } })])),
    });
    const row = await rowOf('Person 1');
    const cells = within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(1, -1)).toEqual([
      'Person 1',
      'person.1',
      'Administrator',
      'Lecturer',
      'Anatomy',
      'Forbidden',
      'Off',
      'Never',
      '1',
    ]);
    expect(screen.getByRole('link', { name: 'Person 1' }).getAttribute('href')).toBe(
      `/app/system/systemAdmin?search=per&id=${idOf(1)}`,
    );
  });

  it('shows counts of all tabs, and says where counting ended', async () => {
    await openUsers('', {
      [usersCall]: () =>
        envelope(
          samplePage([sampleRow(1)], {
            count: { value: 48_210, exact: true },
            tabs: { all: { value: 48_210, exact: true }, forbidden: { value: 10_000, exact: false } },
          }),
        ),
    });
    expect(await screen.findByRole('tab', { name: 'All 48,210' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Forbidden 10,000+' })).toBeTruthy();
    expect(screen.getByText('1 of 48,210')).toBeTruthy();
  });

  it('sends one request for its address', async () => {
    const { api, asked } = await openUsers('?tab=forbidden&search=li&sort=name&role=1%2C2&page=2&size=25');
    await rowOf('Person 1');
    expect(asked()).toBe('tab=forbidden&search=li&sort=name&role=1%2C2&page=2&size=25');
    expect(api.sent(usersCall)).toHaveLength(1);
  });

  it('drops invalid parameters, and says so', async () => {
    const { asked } = await openUsers('?role=9&sort=password_hash&search=x');
    expect(asked()).toBe('search=x');
    expect(await screen.findByText(/were ignored: Role, sort\./)).toBeTruthy();
  });

  it('sorts by a heading, the other way round at the second click, and starts again at the first page', async () => {
    const { address } = await openUsers('?page=3');
    await rowOf('Person 1');
    await userEvent.click(button('Name'));
    expect(address()).toBe('/app/system/systemAdmin?sort=name');
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
    await userEvent.click(button('Name'));
    expect(address()).toBe('/app/system/systemAdmin?sort=-name');
    await userEvent.click(button('Last login'));
    expect(address()).toBe('/app/system/systemAdmin?sort=-lastSignIn');
  });

  it('changes tab and searches through the address', async () => {
    const { address, asked } = await openUsers();
    await userEvent.click(await screen.findByRole('tab', { name: /Never/ }));
    expect(address()).toBe('/app/system/systemAdmin?tab=neverSignedIn');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'wei{Enter}');
    expect(address()).toBe('/app/system/systemAdmin?tab=neverSignedIn&search=wei');
    await waitFor(() => expect(asked()).toBe('tab=neverSignedIn&search=wei'));
    await userEvent.click(button('Clear search'));
    await waitFor(() => expect(address()).toBe('/app/system/systemAdmin?tab=neverSignedIn'));
  });

  it('searches when typing pauses, and follows Back', async () => {
    const { address, router } = await openUsers();
    const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
    await userEvent.type(box, 'wei');
    await waitFor(() => expect(address()).toBe('/app/system/systemAdmin?search=wei'));
    act(() => router.history.back());
    await waitFor(() => expect(box.value).toBe(''));
  });

  it('keeps the focus when the search is cleared, and goes to the rows from an empty box', async () => {
    const { address } = await openUsers('?search=wei');
    await rowOf('Person 2');
    const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
    await userEvent.click(button('Clear search'));
    expect(document.activeElement).toBe(box);
    await userEvent.type(box, 'li{Escape}');
    expect(box.value).toBe('');
    expect(document.activeElement).toBe(box);
    await waitFor(() => expect(address()).toBe('/app/system/systemAdmin'));
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement?.closest('tr')?.dataset.index).toBe('0');
  });

  it('filters by the value one clicks in a cell', async () => {
    const { address } = await openUsers();
    await userEvent.click(within(await rowOf('Person 2')).getByText('Anatomy'));
    expect(address()).toBe(`/app/system/systemAdmin?department=${idOf(501)}`);
    expect(await screen.findByRole('button', { name: 'Change filter Department: Anatomy' })).toBeTruthy();
  });
});

describe('the pages of the list', () => {
  const three = (change = {}) =>
    envelope(
      samplePage([sampleRow(1)], { count: { value: 312, exact: true }, next: 'on', previous: 'back', ...change }),
    );

  it('are walked by cursor, and opened by number near the start', async () => {
    const { address, asked } = await openUsers('?search=a', { [usersCall]: () => three() });
    await screen.findByText('1 of 312 matching');
    await userEvent.click(button('Next page'));
    expect(address()).toBe('/app/system/systemAdmin?search=a&page=2&cursor=on');
    await waitFor(() => expect(asked()).toBe('search=a&page=2&cursor=on'));
    await userEvent.click(button('Next page'));
    expect(address()).toContain('page=3&cursor=on');
    await userEvent.click(button('Previous page'));
    expect(address()).toContain('page=2&cursor=back');
    await userEvent.click(button('Previous page'));
    expect(address()).toBe('/app/system/systemAdmin?search=a');
    await userEvent.click(button('Page 7'));
    expect(address()).toBe('/app/system/systemAdmin?search=a&page=7');
    expect(button('Page 7').getAttribute('aria-current')).toBe('page');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '200');
    expect(address()).toBe('/app/system/systemAdmin?search=a&size=200');
  });

  it('end where there is nothing more', async () => {
    await openUsers('', { [usersCall]: () => three({ next: null }) });
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Next page' })).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'First page' }).disabled).toBe(true);
  });

  it('go back from a page that is now empty', async () => {
    const { address } = await openUsers('?page=9', { [usersCall]: () => envelope(samplePage([])) });
    expect(await screen.findByText('Nothing on this page')).toBeTruthy();
    await userEvent.click(screen.getAllByRole('button', { name: 'First page' })[0] as HTMLElement);
    expect(address()).toBe('/app/system/systemAdmin');
  });
});

describe('the states of the list', () => {
  it('begin with a skeleton that has the real headings', async () => {
    await openUsers('', { [usersCall]: () => new Promise<Response>(() => undefined) });
    expect(screen.getByRole('status', { name: 'Loading…' })).toBeTruthy();
    expect(screen.getByText('Last login')).toBeTruthy();
  });

  it('say what this is when there is nothing yet, with the first action', async () => {
    await openUsers('', { [usersCall]: () => envelope(samplePage([])) });
    expect(await screen.findByText('No users yet')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'New user' })).toHaveLength(2);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(true);
  });

  it('count what matches beside all users, only while filtered', async () => {
    const page = samplePage([], { count: { value: 12, exact: true }, tabs: { all: { value: 340, exact: true } } });
    await openUsers('?role=1', { [usersCall]: () => envelope(page) });
    expect(await screen.findByText('12 of 340')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Role' }));
    expect(await screen.findByText('340', { selector: '.page-header-meta' })).toBeTruthy();
  });

  it('count only what matches in a tab that the total leaves out', async () => {
    const page = samplePage([], { count: { value: 55, exact: true }, tabs: { all: { value: 4, exact: true } } });
    await openUsers('?role=1', { [usersCall]: () => envelope(page) });
    expect(await screen.findByText('55', { selector: '.page-header-meta' })).toBeTruthy();
  });

  it('keep the chips and offer to clear when nothing matches', async () => {
    const { address } = await openUsers('?role=1&search=x&tab=allowed', {
      [usersCall]: () => envelope(samplePage([])),
    });
    expect(await screen.findByText('No results')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Change filter Role/ })).toBeTruthy();
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear all' }).at(-1) as HTMLElement);
    expect(address()).toBe('/app/system/systemAdmin');
  });

  it('explain a failure with its request id, keep the old rows, and try again', async () => {
    let broken = false;
    const { api } = await openUsers('', {
      [usersCall]: () =>
        broken ? failure(500, 'Down', { code: 'serverError' }, 500) : envelope(samplePage([sampleRow(1)])),
    });
    await rowOf('Person 1');
    broken = true;
    await userEvent.click(await screen.findByRole('tab', { name: /Forbidden/ }));
    const panel = await screen.findByRole('alert');
    expect(panel.textContent).toContain('Request ID request-1');
    expect(panel.textContent).toContain('The content below may be out of date');
    expect(screen.getByRole('link', { name: 'Person 1' })).toBeTruthy();
    broken = false;
    await userEvent.click(within(panel).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(api.sent(usersCall)).toHaveLength(3);
  });

  it('hide old rows when access is lost', async () => {
    let forbidden = false;
    await openUsers('', {
      [usersCall]: () =>
        forbidden ? failure(403, 'No', { code: 'pageForbidden' }, 403) : envelope(samplePage([sampleRow(1)])),
    });
    await rowOf('Person 1');
    forbidden = true;
    await userEvent.click(button('Refresh'));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Person 1' })).toBeNull();
  });

  it('reload when the network is back', async () => {
    const { api } = await openUsers();
    await rowOf('Person 1');
    act(() => void window.dispatchEvent(new Event('offline')));
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(api.sent(usersCall)).toHaveLength(2));
  });

  it('show what an operation did as soon as it ends', async () => {
    const stream = stubEventSource();
    const { api } = await openUsers();
    await rowOf('Person 1');
    const operation = { list: 'user', finishedAt: null as string | null };
    const source = stream.all[0];
    act(() => source?.send('operation', { topic: 'operation', operation }, '1'));
    expect(api.sent(usersCall)).toHaveLength(1);
    act(() =>
      source?.send(
        'operation',
        { topic: 'operation', operation: { ...operation, list: 'course', finishedAt: 'x' } },
        '2',
      ),
    );
    expect(api.sent(usersCall)).toHaveLength(1);
    act(() => source?.send('operation', { topic: 'operation', operation: { ...operation, finishedAt: 'x' } }, '3'));
    await waitFor(() => expect(api.sent(usersCall)).toHaveLength(2));
  });
});

describe('the actions of the list', () => {
  it('is less for those without the ability, or for users with more power', async () => {
    await openUsers('', { [usersCall]: () => envelope(samplePage([sampleRow(1, { roleId: 1 })])) });
    await rowOf('Person 1');
    await userEvent.click(button('Actions for Person 1'));
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Permissions']);
    expect(me.roleId).toBe(2);
  });

  it('has no New user for a plain user', async () => {
    await openUsers('', {}, { ...me, roleId: 4 });
    await rowOf('Person 1');
    expect(screen.queryByRole('button', { name: 'New user' })).toBeNull();
  });
});
