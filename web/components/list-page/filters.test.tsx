import { userList } from '@lectern/contract/features/user.ts';
import { defineList } from '@lectern/contract/list/define-list.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { idOf, openUsers } from '../../features/user/testing/open-users.tsx';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { envelope } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { dayBefore, todayIn } from './filter-editor.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const people = {
  'GET /api/people': () =>
    envelope([{ id: idOf(7), name: 'Anna Schmidt', account: 'a.schmidt', departmentName: null }]),
};

async function add(filter: string) {
  await userEvent.click(await screen.findByRole('button', { name: '+ Filter' }));
  await userEvent.click(screen.getByRole('menuitem', { name: filter }));
}
const apply = () => userEvent.click(screen.getByRole('button', { name: 'Apply' }));
const chip = (words: string | RegExp) => screen.findByRole('button', { name: words });

describe('a filter', () => {
  it('by text is typed', async () => {
    const { address, asked } = await openUsers();
    await add('Email');
    await userEvent.keyboard('uni.example{Enter}');
    expect(address()).toBe('/app/system/systemAdmin?email=uni.example');
    expect(await chip('Change filter Email contains: “uni.example”')).toBeTruthy();
    await waitFor(() => expect(asked()).toBe('email=uni.example'));
  });

  it('by one choice is chosen at once, changed at its chip, and removed', async () => {
    const { address } = await openUsers();
    await add('Access');
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Forbidden' }));
    expect(address()).toContain('access=forbid');
    await userEvent.click(await chip('Change filter Access: Forbidden'));
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Allowed' }));
    expect(address()).toContain('access=allow');
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Access' }));
    expect(address()).toBe('/app/system/systemAdmin');
  });

  it('by several choices keeps their order, and none means no filter', async () => {
    const { address } = await openUsers('?role=1,2,3');
    await userEvent.click(await chip('Change filter Role: Super administrator +2'));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Administrator' }));
    await apply();
    expect(address()).toContain('role=1%2C3');
    await userEvent.click(await chip(/Change filter Role/));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Super administrator' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Recruitment specialist' }));
    await apply();
    expect(address()).toBe('/app/system/systemAdmin');
  });

  it('by yes or no', async () => {
    const { address } = await openUsers();
    await add('Two-factor authentication');
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'No' }));
    expect(address()).toContain('twoFactor=no');
    expect(await chip('Change filter Two-factor authentication: No')).toBeTruthy();
  });

  it('by date takes usual spans and any other, never backwards', async () => {
    const { address } = await openUsers();
    await add('Created');
    await userEvent.click(screen.getByRole('button', { name: 'Last 7 days' }));
    const today = todayIn('UTC');
    expect(address()).toContain(`created=${dayBefore(today, 6)}..${today}`);
    await userEvent.click(await chip(/Change filter Created/));
    await userEvent.clear(screen.getByLabelText('To'));
    await userEvent.type(screen.getByLabelText('To'), '2026-01-31');
    await apply();
    expect(screen.getByText('The first value can’t be greater than the second.')).toBeTruthy();
    await userEvent.clear(screen.getByLabelText('From'));
    await apply();
    expect(address()).toContain('created=..2026-01-31');
    expect(await chip('Change filter Created: until 31 Jan 2026')).toBeTruthy();
  });

  it('by tree can be searched by name or code and shows parents', async () => {
    const { address } = await openUsers();
    await add('Department');
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Department' }), 'his');
    const names = within(screen.getByRole('group', { name: 'Department' })).getAllByRole('checkbox');
    expect(names.map((box) => box.closest('label')?.textContent)).toEqual(['AnatomyANA', 'HistologyHIS']);
    await userEvent.click(names[1] as HTMLElement);
    await apply();
    expect(address()).toContain(`department=${idOf(502)}`);
    expect(await chip('Change filter Department: Histology')).toBeTruthy();
  });

  it('by person is found by name, and named again from the address alone', async () => {
    const { address } = await openUsers('', people);
    await add('Created by');
    await userEvent.click(await screen.findByRole('button', { name: /Anna Schmidt/ }));
    expect(address()).toContain(`createdBy=${idOf(7)}`);
    expect(await chip('Change filter Created by: Anna Schmidt')).toBeTruthy();
  });

  it('is offered only once, and all can be cleared', async () => {
    const { address } = await openUsers('?access=allow&twoFactor=yes&search=x');
    await userEvent.click(await screen.findByRole('button', { name: '+ Filter' }));
    const offered = screen.getAllByRole('menuitem').map((item) => item.textContent);
    expect(offered).not.toContain('Access');
    expect(offered).toHaveLength(Object.keys(userList.filters).length - 2);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(address()).toBe('/app/system/systemAdmin?search=x');
  });
});

describe('the declaration of a list', () => {
  it('refuses filters that would shadow what the address says anyway', () => {
    expect(() => defineList({ ...userList, filters: { page: { kind: 'text' } } })).toThrow(/page/);
  });
});
