import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { idOf, me, openUsers, sampleRow } from './testing/open-users.tsx';
import { userActions } from './user-actions.ts';
import { userDialog } from './user-dialog.ts';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const boss = { ...me, roleId: 1 as const };
const read = `GET /api/system/users/${idOf(1)}/personalData`;
const erase = `POST /api/system/users/${idOf(1)}/personalData/erase`;
const preview = {
  person: { id: idOf(1), name: 'Person 1', account: 'person.1', version: 4 },
  goes: [
    { kind: 'profile', count: 1 },
    { kind: 'signIn', count: 3 },
  ],
  stays: [{ kind: 'resources', count: 12, why: 'institution' }],
  obstacle: null,
};

async function open(calls: Parameters<typeof openUsers>[1]) {
  const opened = await openUsers('', calls, boss);
  userDialog.set({ kind: 'personalData', user: sampleRow(1) });
  const dialog = within(await screen.findByRole('dialog', { name: 'Personal data of Person 1' }));
  return { ...opened, dialog, user: userEvent.setup() };
}

describe('personal data of a person', () => {
  it('is offered to super administrators by role alone', () => {
    const action = userActions.find(({ id }) => id === 'user.personalData');
    expect(action?.mayI?.(boss)).toBe(true);
    expect(action?.mayI?.(me)).toBe(false);
  });

  it('shows what goes, what stays and why, and can be taken along', async () => {
    const { dialog } = await open({ [read]: () => envelope(preview) });
    const row = await dialog.findByRole('row', { name: /Resources and files/ });
    expect(row.textContent).toBe('Resources and filesBelongs to the university12');
    expect(dialog.getByRole('row', { name: /Sessions/ }).textContent).toContain('3');
    const link = dialog.getByRole('link', { name: 'Export as ZIP' });
    expect(link.getAttribute('href')).toBe(`/api/system/users/${idOf(1)}/personalData/export`);
    expect(dialog.getByText(/They own 12 resources/)).toBeTruthy();
  });

  it('is erased only when the exact name is typed', async () => {
    const { api, dialog, user } = await open({
      [read]: () => envelope(preview),
      [erase]: () => envelope({ name: 'Erased person 7' }),
    });
    const field = await dialog.findByLabelText('Type “Person 1” to confirm');
    await user.type(field, 'person 1{Enter}');
    expect(await dialog.findByText('The name doesn’t match.')).toBeTruthy();
    expect(api.sent(erase)).toEqual([]);
    await user.clear(field);
    await user.type(field, 'Person 1{Enter}');
    await waitFor(() => expect(userDialog.get()).toBeNull());
    expect(api.sent(erase)).toMatchObject([{ body: { name: 'Person 1', version: 4 } }]);
    expect(notifications.get().map(({ title }) => title)).toContain('Person 1 erased, now “Erased person 7”');
  });

  it('says why nothing was erased, and offers nothing where it is impossible', async () => {
    const { dialog, user } = await open({
      [read]: () => envelope(preview),
      [erase]: () => failure(409, 'Changed meanwhile.', { code: 'changedMeanwhile' }, 409),
    });
    await user.type(await dialog.findByLabelText('Type “Person 1” to confirm'), 'Person 1{Enter}');
    expect(await dialog.findByText('Couldn’t erase this person')).toBeTruthy();
  });

  it('offers no erasure of the last super administrator', async () => {
    const { dialog } = await open({ [read]: () => envelope({ ...preview, obstacle: 'lastSuperAdministrator' }) });
    expect(await dialog.findByText(/last super administrator/)).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Erase permanently' })).toBeNull();
  });
});
