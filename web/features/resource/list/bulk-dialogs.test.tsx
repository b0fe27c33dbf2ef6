import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { idOf } from '../../../components/resource/testing/sample-lecture.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { envelope } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { openResources } from './testing/open-resources.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const same = <Value,>(value: Value) => ({ mixed: false, value });
const described = {
  count: 3,
  editable: 2,
  fields: {
    description: same(''),
    language: { mixed: true, values: 2 },
    subjectId: same(null),
    author: { mixed: true, values: 3 },
    year: same(2020),
    source: same(''),
    licence: same(null),
    licenceUntil: same(null),
    visibility: same('campus'),
  },
  tags: [{ id: idOf(601), name: 'Optics', count: 2 }],
};
const previewed = {
  changed: 2,
  same: 0,
  refused: 1,
  samples: [{ id: idOf(1), title: 'Lecture 1', changes: [{ field: 'licence', before: null, after: 'cc_by' }] }],
};
const previewCall = 'POST /api/resources/selection/preview';
const calls = {
  'POST /api/resources/selection': () => envelope(described),
  [previewCall]: () => envelope(previewed),
};

async function chooseAll(action: string, more: Parameters<typeof openResources>[1] = {}) {
  const page = await openResources('', { ...calls, ...more });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  const bar = within(screen.getByRole('region', { name: 'Bulk actions' }));
  const button = bar.queryByRole('button', { name: action });
  if (button) await userEvent.click(button);
  else {
    await userEvent.click(bar.getByRole('button', { name: 'More' }));
    await userEvent.click(screen.getByRole('menuitem', { name: action }));
  }
  return { ...page, dialog: within(await screen.findByRole('dialog')) };
}
const ids = [idOf(1), idOf(2), idOf(3)];

describe('editing the metadata of many', () => {
  it('marks mixed values, previews, and saves only changes', async () => {
    const { api, begun, dialog } = await chooseAll('Edit metadata');
    expect(await dialog.findByText('You can’t edit 1 of them. It will be left unchanged.')).toBeTruthy();
    expect(dialog.getByText(/3 different values/)).toBeTruthy();
    expect(dialog.getByLabelText<HTMLSelectElement>('Language').value).toBe('mixed');
    expect(dialog.getByLabelText<HTMLInputElement>('Year').value).toBe('2020');
    await userEvent.selectOptions(dialog.getByLabelText('Licence'), 'CC BY');
    await userEvent.click(dialog.getByRole('button', { name: 'Clear in all' }));
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Optics (2)' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Preview changes' }));
    const changes = { licence: 'cc_by', author: '', tags: { add: [], remove: [idOf(601)] } };
    expect(await dialog.findByText('2 will change')).toBeTruthy();
    expect(dialog.getByText('1 can’t be changed')).toBeTruthy();
    expect(dialog.getByRole('row', { name: 'Licence Not set CC BY' })).toBeTruthy();
    expect(api.sent(previewCall)[0]?.body).toEqual({ list: 'resource', selection: { ids }, changes });
    await userEvent.click(dialog.getByRole('button', { name: 'Apply to 2' }));
    await waitFor(() =>
      expect(begun()).toEqual({ list: 'resource', action: 'edit', selection: { ids }, input: changes }),
    );
  });

  it('drops a reverted change, and refuses to save nothing', async () => {
    const { api, dialog } = await chooseAll('Edit metadata');
    const year = await dialog.findByLabelText('Year');
    await userEvent.clear(year);
    await userEvent.type(year, '2020');
    await userEvent.click(dialog.getByRole('button', { name: 'Preview changes' }));
    expect(dialog.getByText('Change at least one field.')).toBeTruthy();
    expect(api.sent(previewCall)).toEqual([]);
  });

  it('asks before discarding input', async () => {
    const { dialog } = await chooseAll('Edit metadata');
    await userEvent.type(await dialog.findByLabelText('Source'), 'x');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('tags of many', () => {
  it('are found or made, added and removed', async () => {
    const { begun, dialog } = await chooseAll('Edit tags', {
      'GET /api/tags': () => envelope([]),
      'POST /api/tags': ({ body }) =>
        envelope({ id: idOf(602), resources: { value: 0, exact: true }, ...(body as object) }, 200, 'ok', 201),
    });
    await userEvent.type(dialog.getByRole('combobox', { name: 'Add tags' }), 'waves');
    await userEvent.click(await dialog.findByRole('option', { name: 'Create tag “waves”' }));
    expect(await dialog.findByRole('button', { name: 'Remove tag waves' })).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(begun()).toMatchObject({ action: 'edit', input: { tags: { add: [idOf(602)], remove: [] } } }),
    );
  });
});

describe('scheduling many', () => {
  it('refuses times that are over or end before they begin', async () => {
    const { begun, dialog } = await chooseAll('Schedule');
    const [publish, offline] = [dialog.getByLabelText('Publish at'), dialog.getByLabelText('Take offline at')];
    await userEvent.type(publish, '2020-01-01T10:00');
    await userEvent.click(dialog.getByRole('button', { name: 'Save schedule' }));
    expect(dialog.getByText('Choose a time in the future.')).toBeTruthy();
    await userEvent.clear(publish);
    await userEvent.type(publish, '2090-01-02T10:00');
    await userEvent.type(offline, '2090-01-01T10:00');
    expect(dialog.getByText('Choose a time after publishing.')).toBeTruthy();
    expect(begun()).toBeUndefined();
    await userEvent.clear(offline);
    await userEvent.click(dialog.getByRole('button', { name: 'Save schedule' }));
    await waitFor(() => expect(begun()).toMatchObject({ action: 'schedule', input: { offlineAt: null } }));
  });
});

describe('places, columns and owners of many', () => {
  it('move into a folder of a library that one may add to', async () => {
    const library = { kind: 'school', name: 'School', mayAdd: true };
    const { begun, dialog } = await chooseAll('Move', {
      'GET /api/libraries': () =>
        envelope([
          { ...library, id: idOf(801) },
          { ...library, id: idOf(802), name: 'Closed', mayAdd: false },
        ]),
      [`GET /api/libraries/${idOf(801)}/folders`]: () => envelope([{ id: idOf(811), parentId: null, name: 'Week 1' }]),
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
    expect(dialog.getByText('Choose a library.')).toBeTruthy();
    expect(dialog.queryByRole('option', { name: 'Closed' })).toBeNull();
    await userEvent.selectOptions(
      dialog.getByLabelText('Library'),
      await dialog.findByRole('option', { name: 'School' }),
    );
    await userEvent.selectOptions(
      dialog.getByLabelText('Folder'),
      await dialog.findByRole('option', { name: 'Week 1' }),
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
    await waitFor(() =>
      expect(begun()).toMatchObject({ action: 'place', input: { libraryId: idOf(801), folderId: idOf(811) } }),
    );
  });

  it('go into a column that is filled by hand', async () => {
    const column = { parentId: null, mode: 'manual' };
    const { begun, dialog } = await chooseAll('Add to column', {
      'GET /api/columns': () =>
        envelope([
          { ...column, id: idOf(301), name: 'Front' },
          { ...column, id: idOf(302), name: 'Front by rule', mode: 'rule' },
        ]),
    });
    await userEvent.type(dialog.getByRole('combobox', { name: 'Column' }), 'fro');
    expect(await dialog.findAllByRole('option')).toHaveLength(1);
    await userEvent.keyboard('{Enter}');
    await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(begun()).toMatchObject({ action: 'addToColumn', input: { columnId: idOf(301) } }));
  });

  it('are transferred to someone else', async () => {
    const { begun, dialog } = await chooseAll('Change owner', {
      'GET /api/people': () => envelope([{ id: idOf(905), name: 'Chen Yu', account: 'chen', departmentName: null }]),
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Change owner' }));
    expect(dialog.getByText('Choose a person.')).toBeTruthy();
    await userEvent.click(await dialog.findByRole('button', { name: /Chen Yu/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Change owner' }));
    await waitFor(() => expect(begun()).toMatchObject({ action: 'setOwner', input: { toUserId: idOf(905) } }));
  });
});
