import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { groupCall, idOf, openGroup, previewCall, sampleEffect, sampleGroup } from '../testing/open-group.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const rule = (page: string) => within(screen.getByRole('group', { name: `Rule for ${page}` }));
const flagOf = (page: string) =>
  ['Not set', 'Allow', 'Forbid'].find((flag) => (rule(page).getByLabelText(flag) as HTMLInputElement).checked);
const review = () => userEvent.click(screen.getByRole('button', { name: /Review and save/ }));
const one = (name: string, path: string) => ({
  ...{ people: 1, pages: [{ path, people: 1 }], who: [{ userId: idOf(5), name, paths: [path] }] },
});

describe('a permission group', () => {
  it('shows the rule of every page, and that details follow their list', async () => {
    await openGroup();
    expect([flagOf('All resources'), flagOf('Settings'), flagOf('My resources')]).toEqual([
      'Allow',
      'Forbid',
      'Not set',
    ]);
    const video = screen.getByRole('rowheader', { name: /Video$/ }).closest('tr');
    expect(video?.textContent).toContain('Allow · same as its list pages');
    expect(screen.getAllByText('Administrators only')).toHaveLength(2);
  });

  it('sets all pages of an area at once, says that they differ, and counts what changed', async () => {
    await openGroup();
    const area = within(screen.getByRole('group', { name: 'All pages in Statistics centre' }));
    await userEvent.click(area.getByLabelText('Allow'));
    expect(flagOf('Format conversion records')).toBe('Allow');
    await userEvent.click(rule('Format conversion records').getByLabelText('Forbid'));
    expect(screen.getAllByText('was: Not set')).toHaveLength(4);
    expect(screen.getByText('4 unsaved changes')).toBeTruthy();
  });

  it('is reviewed by Ctrl+S too, once something changed', async () => {
    const { api } = await openGroup(undefined, { [previewCall]: () => envelope(sampleEffect({})) });
    await userEvent.keyboard('{Control>}s{/Control}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(rule('My resources').getByLabelText('Allow'));
    await userEvent.keyboard('{Control>}s{/Control}');
    expect(await screen.findByRole('dialog', { name: 'Review your changes' })).toBeTruthy();
    await waitFor(() => expect(api.sent(previewCall)).toHaveLength(1));
  });

  it('fills in a starter group, and finds pages', async () => {
    await openGroup();
    await userEvent.click(screen.getByRole('button', { name: 'Apply a starter group' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Teacher' }));
    expect([flagOf('My resources'), flagOf('Settings')]).toEqual(['Allow', 'Not set']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search by page name' }), 'favour');
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Rule for My resources' })).toBeNull());
    expect(flagOf('My favourites')).toBe('Allow');
  });

  it('shows who gains and who loses before it is saved, and saves only that', async () => {
    const effect = sampleEffect({
      people: 2,
      gains: one('Anna', '/app/home/my'),
      loses: one('Bob', '/app/resource/info'),
    });
    const saved = sampleGroup({ version: 4, rules: { '/app/home/my': 0 } });
    const { api } = await openGroup(undefined, {
      [previewCall]: () => envelope(effect),
      [`PUT ${groupCall}`]: () => envelope(saved),
    });
    await userEvent.click(rule('My resources').getByLabelText('Allow'));
    await review();
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText('1 person gains access')).toBeTruthy();
    expect(dialog.getByText('Bob')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.sent(`PUT ${groupCall}`)).toHaveLength(1));
    expect(api.sent(`PUT ${groupCall}`)[0]?.body).toMatchObject({
      ...{ version: 3, digest: 'digest-1', acceptClosed: false, name: 'Librarians' },
      rules: { '/app/home/my': 0, '/app/resource/info': 0, '/app/system/settings': 1 },
      members: [{ kind: 'position', id: idOf(601) }],
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('asks again before a page closes for everybody but administrators', async () => {
    const effect = sampleEffect({ people: 1, loses: one('Bob', '/app/resource/info'), closed: ['/app/resource/info'] });
    await openGroup(undefined, { [previewCall]: () => envelope(effect) });
    await userEvent.click(rule('All resources').getByLabelText('Not set'));
    await review();
    const save = await screen.findByRole('button', { name: 'Save' });
    await screen.findByText('1 person loses access');
    expect((save as HTMLButtonElement).disabled).toBe(true);
    await userEvent.click(
      screen.getByRole('checkbox', { name: 'I understand that only administrators can open these pages' }),
    );
    expect((save as HTMLButtonElement).disabled).toBe(false);
  });

  it('shows the new preview if it has changed', async () => {
    const { api } = await openGroup(undefined, {
      [`PUT ${groupCall}`]: () => failure(409, 'Another effect', { code: 'effectDiffers' }, 409),
    });
    await userEvent.click(rule('My resources').getByLabelText('Allow'));
    await review();
    await screen.findByText('No one gains or loses access.');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Permissions changed while you were reviewing/)).toBeTruthy();
    await waitFor(() => expect(api.sent(previewCall)).toHaveLength(2));
  });

  it('removes members, and makes a copy with another name', async () => {
    const { api } = await openGroup(`?id=new&copy=${idOf(1)}`, {
      'POST /api/system/permissionGroups': () => envelope(sampleGroup({ id: idOf(2) }), 201),
      [`GET /api/system/permissionGroups/${idOf(2)}`]: () => envelope(sampleGroup({ id: idOf(2) })),
    });
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Copy of Librarians');
    await userEvent.click(screen.getByRole('tab', { name: /Members/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove Librarian' }));
    await review();
    await screen.findByText('No one gains or loses access.');
    await userEvent.click(screen.getByRole('button', { name: 'Create group' }));
    await waitFor(() => expect(api.sent('POST /api/system/permissionGroups')).toHaveLength(1));
    expect(api.sent('POST /api/system/permissionGroups')[0]?.body).toMatchObject({
      ...{ name: 'Copy of Librarians', members: [] },
      rules: { '/app/resource/info': 0 },
    });
  });

  it('shows its history in words, and reverts to a version after a preview', async () => {
    const version = { at: '2026-11-15T10:00:00.000Z', actor: { id: idOf(7), name: 'Anna' }, restoredVersion: null };
    const named = { name: 'Librarians', description: '', members: [] };
    const rows = [
      { ...version, ...named, version: 3, cause: 'changed', rules: { '/app/resource/info': 0 } },
      { ...version, ...named, version: 2, cause: 'created', rules: { '/app/home/my': 0 } },
    ];
    const { api } = await openGroup(undefined, {
      [`GET ${groupCall}/versions`]: () => envelope({ rows, more: false }),
      [`POST ${groupCall}/restore`]: () => envelope(sampleGroup({ version: 4 })),
    });
    await userEvent.click(screen.getByRole('tab', { name: 'History' }));
    expect(await screen.findByText('Allow All resources')).toBeTruthy();
    expect(screen.getByText('Clear My resources')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Revert to version 2' }));
    await screen.findByText('No one gains or loses access.');
    await userEvent.click(screen.getByRole('button', { name: 'Revert' }));
    await waitFor(() =>
      expect(api.sent(`POST ${groupCall}/restore`)[0]?.body).toMatchObject({ toVersion: 2, version: 3 }),
    );
  });

  it('explains every page for a person, down to the rule that decides', async () => {
    const anna = { id: idOf(5), name: 'Anna', account: 'anna', departmentName: null };
    await openGroup(undefined, {
      'GET /api/people': () => envelope([anna]),
      [`GET /api/system/users/${idOf(5)}/permissions`]: () =>
        envelope([{ path: '/app/system/settings', allowed: false, because: [] }]),
      'GET /api/system/permissions/explain': () =>
        envelope({
          person: { id: idOf(5), name: 'Anna', roleId: 4, position: null, department: null, accountForbidden: false },
          ...{ path: '/app/system/settings', allowed: false },
          pages: [
            {
              ...{ path: '/app/system/settings', rule: 'routeFilter', allowed: false, because: 'forbidden' },
              groups: [
                {
                  ...{ group: { id: idOf(1), name: 'Librarians' }, flag: 1, through: 'position', above: false },
                  via: { id: idOf(601), name: 'Librarian' },
                },
              ],
            },
          ],
        }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Check access for…' }));
    await userEvent.click(await screen.findByRole('button', { name: /Anna/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Why? Settings for Anna' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Access to “Settings”' }));
    expect(await dialog.findByText('Anna’s role: User')).toBeTruthy();
    expect(dialog.getByText('through position “Librarian”')).toBeTruthy();
    expect(dialog.getByText('forbids it')).toBeTruthy();
  });
});
