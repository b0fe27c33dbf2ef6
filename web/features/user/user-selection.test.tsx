import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openApp } from '../../app/testing/open-app.tsx';
import { findAction } from '../../lib/actions.ts';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import {
  idOf,
  me,
  openUsers,
  operationsCall,
  samplePage,
  sampleRow,
  setupCall,
  units,
  unitsCall,
  usersCall,
} from './testing/open-users.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const many = (count = 1284) => ({
  [usersCall]: () =>
    envelope(
      samplePage(
        [1, 2, 3, 4, 5].map((number) => sampleRow(number)),
        {
          count: { value: count, exact: true },
          next: 'on',
        },
      ),
    ),
});
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const chosen = () =>
  screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select P/ }).filter((one) => one.checked);

describe('choosing rows', () => {
  it('counts them, offers all that match, and takes it back', async () => {
    await openUsers('?search=p', many());
    await userEvent.click(await box('Select Person 1'));
    await userEvent.click(await box('Select Person 3'));
    expect(screen.getByText('2 selected')).toBeTruthy();
    expect((await box('Select all rows on this page')).indeterminate).toBe(true);
    await click('Select all 1,284 matching');
    expect(screen.getByText('All 1,284 matching selected')).toBeTruthy();
    expect(chosen()).toHaveLength(5);
    await userEvent.click(await box('Select Person 2'));
    expect(screen.getByText('1,283 selected')).toBeTruthy();
    await click('Clear selection');
    expect(screen.queryByRole('region', { name: 'Bulk actions' })).toBeNull();
  });

  it('takes a whole page, and a range with Shift', async () => {
    await openUsers('', many());
    await userEvent.click(await box('Select all rows on this page'));
    expect(screen.getByText('5 selected')).toBeTruthy();
    await userEvent.click(await box('Select all rows on this page'));
    const user = userEvent.setup();
    await user.click(await box('Select Person 2'));
    await user.keyboard('{Shift>}');
    await user.click(await box('Select Person 4'));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('3 selected')).toBeTruthy();
  });

  it('keeps the choice over pages and sorts of a view, and forgets it with the view', async () => {
    await openUsers('', many());
    await userEvent.click(await box('Select Person 1'));
    await click('Next page');
    expect(screen.getByText('1 selected')).toBeTruthy();
    await click('Name');
    expect(screen.getByText('1 selected')).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: /Forbidden/ }));
    expect(screen.queryByText('1 selected')).toBeNull();
  });
});

describe('an action on the choice', () => {
  const started = () => envelope({ id: idOf(1) }, 202);

  it('asks before risky actions, then runs an operation on those IDs', async () => {
    const { api } = await openUsers('', { ...many(), [operationsCall]: started });
    await userEvent.click(await box('Select Person 1'));
    await userEvent.click(await box('Select Person 2'));
    await click('Forbid');
    const dialog = await screen.findByRole('dialog', { name: 'Forbid access for 2 users?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Forbid' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [call] = api.sent(operationsCall);
    expect(call?.body).toEqual({ list: 'user', action: 'forbid', selection: { ids: [idOf(1), idOf(2)] }, input: {} });
    expect(call?.headers['idempotency-key']).toBeTruthy();
    expect(notifications.get().map(({ title }) => title)).toEqual(['Forbidding access for 2 users']);
    expect(screen.queryByText('2 selected')).toBeNull();
  });

  it('names all that match by the view itself, less those taken out', async () => {
    const { api } = await openUsers('?search=p&role=4', { ...many(), [operationsCall]: started });
    await userEvent.click(await box('Select Person 1'));
    await click('Select all 1,284 matching');
    await userEvent.click(await box('Select Person 2'));
    await click('Allow');
    await waitFor(() => expect(api.sent(operationsCall)).toHaveLength(1));
    expect(api.sent(operationsCall)[0]?.body).toMatchObject({
      action: 'allow',
      selection: { matching: 'search=p&role=4', except: [idOf(2)] },
    });
  });

  it('stays open when it is refused', async () => {
    await openUsers('', {
      ...many(),
      [operationsCall]: () => failure(403, 'No', { code: 'abilityMissing' }, 403),
    });
    await userEvent.click(await box('Select Person 1'));
    await click('Change role');
    const dialog = await screen.findByRole('dialog', { name: 'Change role of Person 1' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change role' }));
    await waitFor(() => expect(notifications.get()).toHaveLength(1));
    expect(screen.getByRole('dialog', { name: 'Change role of Person 1' })).toBeTruthy();
    expect(screen.getByText('1 selected')).toBeTruthy();
  });

  it('asks for input, such as a department from the tree', async () => {
    const { api } = await openUsers('', { ...many(), [operationsCall]: started });
    await userEvent.click(await box('Select Person 5'));
    await click('Change department');
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Department' });
    await waitFor(() => expect(choice.disabled).toBe(false));
    await userEvent.selectOptions(choice, idOf(502));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Change department' }));
    await waitFor(() => expect(api.sent(operationsCall)).toHaveLength(1));
    expect(api.sent(operationsCall)[0]?.body).toMatchObject({ input: { departmentId: idOf(502) } });
  });
});

describe('the menu of a row', () => {
  it('offers what fits that row, by keyboard, and gives the focus back', async () => {
    await openUsers('', { [usersCall]: () => envelope(samplePage([sampleRow(1, { access: 1, sessions: 0 })])) });
    const button = await screen.findByRole('button', { name: 'Actions for Person 1' });
    button.focus();
    await userEvent.keyboard('{Enter}');
    const items = screen.getAllByRole('menuitem').map((item) => item.textContent?.trim());
    expect(items).toContain('Allow');
    expect(items).not.toContain('Forbid');
    expect(items).not.toContain('Log out everywhere');
    expect(document.activeElement?.textContent).toMatch(/^Edit/);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(button);
  });
});

describe('the keys of the list', () => {
  const calls = {
    ...many(),
    [setupCall]: () => envelope({ views: [], columns: null }),
    [unitsCall]: () => envelope(units),
    [`GET /api/system/users/${idOf(2)}`]: () => envelope(sampleRow(2)),
    'GET /api/notifications': () => envelope({ rows: [], more: false, unread: 0 }),
  };
  const focused = () => document.activeElement?.textContent;

  it('move, choose, edit and search, without the mouse', async () => {
    await openApp('/app/system/systemAdmin', { user: me, calls });
    await screen.findByRole('link', { name: 'Person 1' });
    await userEvent.keyboard('j');
    expect(focused()).toBe('Person 1');
    await userEvent.keyboard('jjk');
    expect(focused()).toBe('Person 2');
    await userEvent.keyboard('x');
    expect(chosen()).toEqual([await box('Select Person 2')]);
    await userEvent.keyboard('x');
    expect(chosen()).toEqual([]);
    await userEvent.keyboard('e');
    expect(await screen.findByRole('dialog', { name: 'Edit Person 2' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search' }));
    await userEvent.keyboard('jx');
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('jx');
  });

  it('work on from a ticked box, and are listed in the help', async () => {
    await openApp('/app/system/systemAdmin', { user: me, calls });
    await userEvent.click(await box('Select Person 3'));
    await userEvent.keyboard('j');
    expect(focused()).toBe('Person 4');
    await userEvent.keyboard('{Shift>}?{/Shift}');
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const name of ['Next row', 'Previous row', 'Select row', 'Search this list'])
      expect(within(help).getByText(new RegExp(name))).toBeTruthy();
  });
});

describe('the registry', () => {
  it('has row actions only while there is something to act on, and none after the page', async () => {
    const { unmount } = await openUsers('', many());
    await box('Select Person 1');
    expect(findAction('user.forbid')).toBeUndefined();
    expect(findAction('user.create')).toBeTruthy();
    await userEvent.click(await box('Select Person 1'));
    expect(findAction('user.forbid')).toBeTruthy();
    unmount();
    expect(findAction('user.forbid')).toBeUndefined();
    expect(findAction('list.next')).toBeUndefined();
  });
});
