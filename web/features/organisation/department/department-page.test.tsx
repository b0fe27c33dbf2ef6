import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { sampleUser } from '../../../lib/testing/sample-session.ts';
import { envelope, type SentCall } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { arts, idOf, openUnits, sampleDepartment, sampleEffect, science } from '../testing/open-units.tsx';
import { DepartmentPage } from './department-page.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const music = sampleDepartment(1, 'Music', { departments: 1, people: 3 });
const strings = sampleDepartment(2, 'Strings', {
  parent: { id: music.id, name: music.name, code: music.code },
  level: 2,
});
const dance = sampleDepartment(3, 'Dance');
const physics = sampleDepartment(4, 'Physics', { college: science });
const all = [music, strings, dance, physics];
const open = (options: Parameters<typeof openUnits>[3] = {}) => openUnits('department', DepartmentPage, all, options);
/** Finds the row by its text, because a role query over the whole page takes seconds on a busy machine. */
const item = async (name: RegExp): Promise<HTMLElement> => {
  const row = (await screen.findByText(name, { selector: '.tree-name' })).closest('[role="treeitem"]');
  if (!(row instanceof HTMLElement)) throw new Error(`${name} is no row of the tree`);
  return row;
};
const previewOf = (number: number) => `POST /api/system/departments/${idOf(number)}/move/preview`;
const moveOf = (number: number) => `POST /api/system/departments/${idOf(number)}/move`;
const moved = ({ body }: SentCall) => envelope({ ...dance, ...(body as object), college: arts, version: 2 });
const gain = { userId: idOf(50), name: 'Li Wei', departments: ['Music'], departmentCount: 1, resources: 7 };

describe('the departments page', () => {
  it('shows colleges and departments as one tree with counts, and narrows the list to the chosen one', async () => {
    const { address } = await open();
    expect((await item(/^Arts/)).textContent).toContain('3 people');
    expect((await item(/^Music/)).getAttribute('aria-level')).toBe('2');
    expect(screen.queryByText('Strings', { selector: '.tree-name' })).toBeNull();
    await userEvent.click(await item(/^Music/));
    await waitFor(() => expect(address()).toBe(`/app/system/department?below=${music.id}`));
    await userEvent.click(await item(/^Science/));
    await waitFor(() => expect(address()).toBe(`/app/system/department?college=${science.id}`));
    await userEvent.click(screen.getByText('All departments'));
    await waitFor(() => expect(address()).toBe('/app/system/department'));
  });

  it('changes the order by keys at once', async () => {
    const { api } = await open({ calls: { [moveOf(3)]: moved } });
    (await item(/^Dance/)).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(api.sent(moveOf(3))).toHaveLength(1));
    expect(api.sent(moveOf(3))[0]?.body).toEqual({
      collegeId: arts.id,
      parentId: null,
      beforeId: music.id,
      version: 1,
    });
    expect(api.sent(previewOf(3))).toEqual([]);
  });

  it('moves elsewhere only after it has shown who gains and loses what', async () => {
    const effect = sampleEffect({
      people: 2,
      departments: 1,
      groups: [{ id: idOf(700), name: 'Dancers' }],
      data: { gains: [gain], loses: [], gainers: 1, losers: 0 },
    });
    const { api } = await open({ calls: { [previewOf(3)]: () => envelope(effect), [moveOf(3)]: moved } });
    (await item(/^Dance/)).focus();
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
    const dialog = await screen.findByRole('dialog', { name: 'Move Dance to Music?' });
    expect(await within(dialog).findByText('Li Wei')).toBeTruthy();
    expect(within(dialog).getByText('Music · 7 resources')).toBeTruthy();
    expect(within(dialog).getByText(/Dancers/)).toBeTruthy();
    expect(api.sent(moveOf(3))).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(api.sent(moveOf(3))[0]?.body).toMatchObject({ parentId: music.id, beforeId: null }));
    expect(api.sent(previewOf(3))[0]?.body).toEqual(api.sent(moveOf(3))[0]?.body);
  });

  it('keeps the focus on a moved department, even out of view', async () => {
    let departments = all;
    const move = (sent: SentCall) => {
      departments = [music, strings, { ...dance, parent: strings.parent, level: 2 }, physics];
      return moved(sent);
    };
    await open({
      calls: {
        [previewOf(3)]: () => envelope(sampleEffect()),
        [moveOf(3)]: move,
        'GET /api/system/departments/tree': () =>
          envelope({ colleges: [arts, science].map((one) => ({ ...one, disabled: false })), departments }),
      },
    });
    const above = await item(/^Music/);
    above.focus();
    if (above.getAttribute('aria-expanded') === 'true') await userEvent.keyboard('{ArrowLeft}');
    const row = await item(/^Dance/);
    row.focus();
    await userEvent.keyboard('{Shift>}{F10}{/Shift}');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Move…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move Dance' });
    const field = within(dialog).getByRole<HTMLInputElement>('combobox', { name: 'Move to' });
    await waitFor(() => expect(field.disabled).toBe(false));
    await userEvent.type(field, 'Music{Enter}');
    await within(dialog).findByText(/No one gains or loses/);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(row.isConnected).toBe(false));
    expect(document.activeElement).toBe(above);
  });

  it('leaves everything alone when cancelled', async () => {
    const { api } = await open({ calls: { [previewOf(3)]: () => envelope(sampleEffect()), [moveOf(3)]: moved } });
    (await item(/^Dance/)).focus();
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
    const dialog = await screen.findByRole('dialog', { name: /^Move Dance/ });
    expect(await within(dialog).findByText(/No one gains or loses/)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sent(moveOf(3))).toEqual([]);
  });

  it('asks where the content of a full one goes, and previews the merge', async () => {
    const merge = `POST /api/system/departments/${music.id}/merge/preview`;
    const units = {
      colleges: [],
      positions: [],
      departments: all.map(({ id, name, code, parent, college }) => ({
        ...{ id, name, code, parentId: parent?.id ?? null, collegeId: college.id, disabled: false },
      })),
    };
    const { api } = await open({
      calls: {
        [merge]: () => envelope(sampleEffect({ people: 3 })),
        'GET /api/organisation/units': () => envelope(units),
      },
    });
    (await item(/^Music/)).focus();
    await userEvent.keyboard('{Delete}');
    const dialog = await screen.findByRole('dialog', { name: 'Music isn’t empty' });
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true);
    const field = within(dialog).getByRole('combobox', { name: /^Merge into/ });
    await waitFor(() => expect((field as HTMLInputElement).disabled).toBe(false));
    await userEvent.type(field, 'String');
    expect(within(dialog).queryByRole('option')).toBeNull();
    await userEvent.clear(field);
    await userEvent.type(field, 'Dan{Enter}');
    await within(dialog).findByText(/3 people/);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(api.sent('POST /api/operations')[0]?.body).toMatchObject({
        list: 'department',
        action: 'merge',
        selection: { ids: [music.id] },
        input: { intoId: dance.id },
      }),
    );
  });

  it('is read-only without manage rights', async () => {
    const reader = sampleUser({ roleId: 3, permissions: ['/app/system/department'] });
    const { api } = await open({ user: reader });
    (await item(/^Dance/)).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}{Delete}');
    expect(screen.queryByRole('button', { name: 'New department' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(api.sent(moveOf(3))).toEqual([]);
  });
});
