import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, failure } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { idOf, openUsers, operationsCall, sampleRow, usersCall } from './testing/open-users.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const chief = sampleUser({ id: idOf(900), roleId: 1 });
const explained = {
  person: { id: idOf(1), name: 'Person 1', roleId: 4, position: null, department: null, accountForbidden: false },
  ...{ path: '/app/home/my', allowed: true },
  pages: [
    {
      ...{ path: '/app/home/my', rule: 'routeFilter', allowed: true, because: 'allowed' },
      groups: [
        {
          ...{ group: { id: idOf(2), name: 'Editors' }, flag: 0, through: 'position', above: false },
          via: { id: idOf(3), name: 'Editor' },
        },
      ],
    },
  ],
};
const create = 'POST /api/system/users';
const one = `/api/system/users/${idOf(1)}`;
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const inDialog = () => within(screen.getByRole('dialog'));
async function rowAction(name: string) {
  await click('Actions for Person 1');
  await userEvent.click(screen.getByText(name, { selector: '.menu-item-label' }));
  await screen.findByRole('dialog');
}
async function openNew() {
  await click('New user');
  await screen.findByRole('dialog');
}

describe('a new user', () => {
  it('is created, and the one-time password is shown once', async () => {
    const { api } = await openUsers('', {
      [create]: () =>
        envelope(
          { user: sampleRow(9, { name: 'Anna' }), handover: { by: 'password', password: 'blue-otter-42' } },
          201,
        ),
    });
    await openNew();
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    await userEvent.keyboard(' Anna ');
    await userEvent.type(screen.getByLabelText('Username'), 'anna');
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Department').disabled).toBe(false));
    await userEvent.selectOptions(screen.getByLabelText('Department'), idOf(502));
    await userEvent.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('blue-otter-42')).toBeTruthy();
    expect(api.sent(create)[0]?.body).toEqual({
      name: 'Anna',
      account: 'anna',
      email: null,
      phone: null,
      roleId: 4,
      departmentId: idOf(502),
      positionId: null,
    });
    await click('Done');
    expect(screen.queryByText('blue-otter-42')).toBeNull();
    expect(api.sent(usersCall).length).toBeGreaterThan(1);
  });

  it('that is invited by mail needs no password', async () => {
    await openUsers('', {
      [create]: () => envelope({ user: sampleRow(9), handover: { by: 'mail', email: 'a@uni.example' } }, 201),
    });
    await openNew();
    await userEvent.type(screen.getByLabelText('Name'), 'Anna');
    await userEvent.type(screen.getByLabelText('Username'), 'anna');
    await click(/^Create user/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(notifications.get()[0]?.title).toBe('Invitation for Person 9 sent to a@uni.example');
  });

  it('is validated before sending, and shows server errors at their fields', async () => {
    const { api } = await openUsers('', {
      [create]: () =>
        failure(400, 'No', {
          code: 'invalidInput',
          data: { fields: [{ path: 'account', message: 'another one has it already' }] },
        }),
    });
    await openNew();
    await userEvent.type(screen.getByLabelText('Username'), 'a b');
    await userEvent.type(screen.getByLabelText('Email'), 'nobody');
    await click(/^Create user/);
    expect(screen.getByText('Fill this in.')).toBeTruthy();
    expect(screen.getByText('Use only letters, numbers, dots, hyphens, @ and underscores.')).toBeTruthy();
    expect(screen.getByText('Enter a valid email address.')).toBeTruthy();
    expect(api.sent(create)).toEqual([]);
    await userEvent.clear(screen.getByLabelText('Email'));
    await userEvent.clear(screen.getByLabelText('Username'));
    await userEvent.type(screen.getByLabelText('Username'), 'taken');
    await userEvent.type(screen.getByLabelText('Name'), 'Anna');
    await click(/^Create user/);
    expect(await screen.findByText('another one has it already')).toBeTruthy();
  });

  it('is not thrown away without a question', async () => {
    await openUsers();
    await openNew();
    await userEvent.type(screen.getByLabelText('Name'), 'A');
    await userEvent.click(inDialog().getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('Discard unsaved changes?')).toBeTruthy();
    await click('Discard');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('editing a user', () => {
  it('sends only what changed, with the version it began from', async () => {
    const { api } = await openUsers('', { [`PATCH ${one}`]: () => envelope(sampleRow(1, { phone: '5', version: 2 })) });
    await rowAction('Edit');
    await userEvent.type(screen.getByLabelText('Phone'), '5');
    await click(/^Save/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sent(`PATCH ${one}`)[0]?.body).toEqual({ phone: '5', version: 1 });
  });

  it('keeps the input after a conflict, and can save over the newer version', async () => {
    let version = 2;
    const { api } = await openUsers('', {
      [`GET ${one}`]: () => envelope(sampleRow(1, { email: 'new@uni.example', version })),
      [`PATCH ${one}`]: ({ body }) =>
        (body as { version: number }).version === version
          ? envelope(sampleRow(1, { version: ++version }))
          : failure(409, 'Changed', { code: 'changedMeanwhile' }, 409),
    });
    await rowAction('Edit');
    await userEvent.type(screen.getByLabelText('Phone'), '5');
    await click(/^Save/);
    expect(await screen.findByText(/Someone else changed this user/)).toBeTruthy();
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('new@uni.example'));
    expect(screen.getByLabelText<HTMLInputElement>(/^Phone/).value).toBe('5');
    await click(/^Save/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sent(`PATCH ${one}`)[1]?.body).toEqual({ phone: '5', version: 2 });
  });
});

describe('the other user dialogs', () => {
  it('resets the password after a question', async () => {
    await openUsers('', {
      [`POST ${one}/resetPassword`]: () => envelope({ by: 'password', password: 'red-fox-7' }),
    });
    await rowAction('Reset password');
    await userEvent.click(inDialog().getByRole('button', { name: 'Reset password' }));
    expect(await screen.findByText('red-fox-7')).toBeTruthy();
    expect(screen.getByText('person.1', { selector: 'dd' })).toBeTruthy();
  });

  it('transfers what someone owns to someone else', async () => {
    const { api } = await openUsers('', {
      [operationsCall]: () => envelope({}, 202),
      'GET /api/people': () =>
        envelope([{ id: idOf(7), name: 'Anna Schmidt', account: 'a.schmidt', departmentName: null }]),
    });
    await rowAction('Transfer ownership');
    await userEvent.click(inDialog().getByRole('button', { name: 'Transfer ownership' }));
    expect(screen.getByText('Choose a new owner.')).toBeTruthy();
    await click(/Anna Schmidt/);
    await userEvent.click(inDialog().getByRole('button', { name: 'Transfer ownership' }));
    await waitFor(() => expect(api.sent(operationsCall)).toHaveLength(1));
    expect(api.sent(operationsCall)[0]?.body).toMatchObject({
      action: 'transfer',
      selection: { ids: [idOf(1)] },
      input: { toUserId: idOf(7) },
    });
  });

  it('lets someone without belongings leave', async () => {
    const { api } = await openUsers('', {
      [operationsCall]: () => envelope({}, 202),
      'GET /api/people': () => envelope([]),
    });
    await rowAction('Offboard');
    await userEvent.click(inDialog().getByRole('button', { name: 'Offboard' }));
    await waitFor(() => expect(api.sent(operationsCall)[0]?.body).toMatchObject({ input: { toUserId: null } }));
  });

  it('explains which pages open, and why', async () => {
    const because = { kind: 'group', group: 'Editors', flag: 0, through: 'position' };
    await openUsers('', {
      [`GET ${one}/permissions`]: () =>
        envelope([
          { path: '/app/home/my', allowed: true, because: [because] },
          {
            path: '/app/system/health',
            allowed: false,
            because: [{ kind: 'unset', group: null, flag: null, through: null }],
          },
        ]),
      'GET /api/system/permissions/explain': () => envelope(explained),
    });
    await rowAction('Permissions');
    const rows = await inDialog().findAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      'My resourcesCan open“Editors” allows it, through their positionWhy?',
      'HealthCan’t openNo group allows itWhy?',
    ]);
    await userEvent.click(inDialog().getByRole('switch'));
    expect(inDialog().getAllByRole('row')).toHaveLength(1);
    await userEvent.click(inDialog().getByRole('button', { name: 'Why? My resources' }));
    const chain = within(await screen.findByRole('dialog', { name: 'Access to “My resources”' }));
    expect(await chain.findByText('through position “Editor”')).toBeTruthy();
  });

  it('is viewed as by a super administrator, who is asked first and gets a fresh window', async () => {
    const { api } = await openUsers('', { [`POST ${one}/viewAs`]: () => envelope(null, 204) }, chief);
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    await rowAction('View as this user');
    await userEvent.click(inDialog().getByRole('button', { name: /^View as / }));
    await waitFor(() => expect(api.sent(`POST ${one}/viewAs`)).toHaveLength(1));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
  });

  it('View as is hidden from everyone else', async () => {
    await openUsers();
    await click('Actions for Person 1');
    expect(screen.queryByText('View as this user')).toBeNull();
  });
});
