import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { envelope } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { idOf, openUsers, sampleRow } from './testing/open-users.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const teacher = { id: idOf(1), name: 'Teacher', pages: ['/app/home/my'], defaultFor: [4] };
const reviewer = { id: idOf(2), name: 'Reviewer', pages: ['/app/sensitive/word'], defaultFor: [] };
const create = 'POST /api/system/users';
const groupSelect = () => screen.findByLabelText<HTMLSelectElement>('Permission group');
const options = async () => [...(await groupSelect()).options].map(({ text }) => text);
const warning = () => screen.queryByText(/^This user won’t be able to open any page/);

async function openNew(groups = [teacher, reviewer]) {
  const { api } = await openUsers('', {
    'GET /api/system/userGroups': () => envelope(groups),
    'GET /api/system/userPages': ({ url }) => {
      const asked = url.searchParams.get('groupId');
      const found =
        asked === null ? groups.find(({ defaultFor }) => defaultFor.length > 0) : groups.find(({ id }) => id === asked);
      return envelope({ pages: found?.pages ?? [] });
    },
    [create]: () => envelope({ user: sampleRow(9), handover: { by: 'password', password: 'blue-otter-42' } }, 201),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'New user' }));
  await waitFor(async () => expect((await groupSelect()).disabled).toBe(false));
  return api;
}

async function submit() {
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Name'), 'Anna');
  await userEvent.type(dialog.getByLabelText('Username'), 'anna');
  await userEvent.click(dialog.getByRole('button', { name: 'Create user' }));
  await screen.findByText('blue-otter-42');
}

describe('the group of a new user', () => {
  it('is the default of the role, which the server knows', async () => {
    const api = await openNew();
    expect(await options()).toEqual(['Teacher', 'None', 'Reviewer']);
    expect(screen.getByText('Default for User')).toBeTruthy();
    await submit();
    expect(api.sent(create)[0]?.body).not.toHaveProperty('groupId');
    expect(warning()).toBeNull();
  });

  it('comes with a warning when the user could open no page, until a group is chosen', async () => {
    const api = await openNew();
    await userEvent.selectOptions(await groupSelect(), 'None');
    await waitFor(() => expect(warning()).not.toBeNull());
    await userEvent.selectOptions(await groupSelect(), 'Reviewer');
    await waitFor(() => expect(warning()).toBeNull());
    await submit();
    expect(api.sent(create)[0]?.body).toMatchObject({ groupId: idOf(2) });
  });

  it('is none, with the warning, when the role has no default', async () => {
    const api = await openNew([reviewer]);
    expect(await options()).toEqual(['None', 'Reviewer']);
    await waitFor(() => expect(warning()).not.toBeNull());
    await submit();
    expect(api.sent(create)[0]?.body).toMatchObject({ groupId: null });
  });

  it('is not asked for administrators, who open every page', async () => {
    await openNew();
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'Administrator');
    expect(screen.queryByLabelText('Permission group')).toBeNull();
    expect(warning()).toBeNull();
  });
});
