import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadPageTexts } from '../../lib/i18n/language.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { envelope, failure, stubApi } from '../../lib/testing/stub-api.ts';
import { DefaultGroupsDialog } from './default-groups-dialog.tsx';
import { choosingDefaults } from './group-dialog.ts';
import { administrator, idOf } from './testing/open-group.tsx';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const groups = [
  { id: idOf(1), name: 'Specialist', pages: ['/app/home/my'], defaultFor: [3] },
  { id: idOf(2), name: 'Teacher', pages: ['/app/home/my'], defaultFor: [4] },
  { id: idOf(3), name: 'Reviewer', pages: ['/app/home/my'], defaultFor: [] },
];
const save = 'PUT /api/system/defaultGroups';

async function openDialog(answer = () => envelope({})) {
  await loadPageTexts('permissionGroup');
  const api = stubApi({ 'GET /api/system/userGroups': () => envelope(groups), [save]: answer });
  choosingDefaults.set(true);
  await renderPage('/app/system/accessGroup', DefaultGroupsDialog, administrator);
  const select = screen.getByLabelText<HTMLSelectElement>('New users with the role User');
  await waitFor(() => expect(select.value).toBe(idOf(2)));
  return { api, select };
}

it('shows the default of each role and saves another one', async () => {
  const { api, select } = await openDialog();
  const other = screen.getByLabelText<HTMLSelectElement>('New users with the role Recruitment specialist');
  expect(other.value).toBe(idOf(1));
  await userEvent.selectOptions(select, 'Reviewer');
  await userEvent.selectOptions(other, 'No group');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(choosingDefaults.get()).toBe(false));
  expect(api.sent(save)[0]?.body).toEqual({ defaultGroupSpecialist: null, defaultGroupUser: idOf(3) });
});

it('stays open with the reason when it could not be saved', async () => {
  const { select } = await openDialog(() => failure(422, 'No such group', {}, 422));
  await userEvent.selectOptions(select, 'Reviewer');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Couldn’t save the default groups')).toBeTruthy();
  expect(choosingDefaults.get()).toBe(true);
});
