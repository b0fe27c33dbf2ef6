import { userImport, userImportEndpoints } from '@lectern/contract/features/user-import.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderSignedIn } from '../../lib/testing/render-signed-in.tsx';
import { envelope, failure, stubApi } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import type { ImportDefinition } from './import-definition.ts';
import { ImportDialog } from './import-dialog.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const definition: ImportDefinition = {
  declaration: userImport,
  endpoints: userImportEndpoints,
  title: () => 'Import users',
  fieldName: (field) => field,
  invalidates: [],
};
const id = '0197a0d0-0000-7000-8000-000000000001';
const operationId = '0197a0d0-0000-7000-8000-000000000002';
const file = {
  id,
  fileName: 'people.csv',
  format: 'csv',
  detail: 'GB18030',
  columns: [
    { heading: '工号', samples: ['li.lei', 'han'] },
    { heading: 'Who', samples: ['Li Lei'] },
  ],
  rows: 4,
  mapping: { account: 0, name: null, email: null, phone: null, role: null, department: null, position: null },
  existing: 'update',
  counts: null,
  operationId: null,
  createdAt: '2026-11-15T10:00:00.000Z',
};
const counts = { new: 2, changed: 1, skipped: 0, invalid: 1 };
const operation = {
  id: operationId,
  list: 'user',
  action: 'import',
  input: {},
  state: 'queued',
  total: 3,
  done: 0,
  skipped: 0,
  failed: 0,
  cause: null,
  createdAt: '2026-11-15T10:00:00.000Z',
  finishedAt: null,
  undoOf: null,
  undoneBy: null,
  undoUntil: null,
};
const linesOf = {
  invalid: [
    {
      line: 5,
      verdict: 'invalid',
      label: 'x!',
      changes: [],
      problems: [{ field: 'role', code: 'unknownRole', values: { value: 'King' }, text: 'There’s no role “King”' }],
    },
  ],
  changed: [
    {
      line: 4,
      verdict: 'changed',
      label: 'Han',
      problems: [],
      changes: [{ field: 'name', before: 'Han', after: 'Han Meimei' }],
    },
  ],
};
const base = '/api/system/userImports';

function open(calls: Parameters<typeof stubApi>[0] = {}) {
  const api = stubApi({
    [`POST ${base}`]: () => envelope(file, 201),
    [`POST ${base}/${id}/check`]: () => envelope({ ...file, mapping: { ...file.mapping, name: 1 }, counts }),
    [`GET ${base}/${id}/lines`]: ({ url }) => {
      const verdict = url.searchParams.get('verdict') as keyof typeof linesOf;
      return envelope({ rows: linesOf[verdict] ?? [], more: false });
    },
    [`POST ${base}/${id}/run`]: () => envelope(operation, 202),
    [`GET /api/operations/${operationId}`]: () => envelope({ ...operation, state: 'running', done: 1 }),
    ...calls,
  });
  const onClose = vi.fn();
  renderSignedIn(<ImportDialog definition={definition} onClose={onClose} />);
  return { api, onClose };
}
const button = (label: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name: label });

async function choose(content: BlobPart = 'a,b', name = 'people.csv') {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('no file input');
  await userEvent.upload(input, new File([content], name));
}

describe('an import', () => {
  it('goes from the file over its columns and a dry run to an operation', async () => {
    const { api } = open();
    await choose();
    expect(await screen.findByText('people.csv · 4 rows · CSV (GB18030)')).toBeTruthy();
    const upload = api.sent(`POST ${base}`)[0];
    expect(upload?.headers['content-type']).toBe('application/octet-stream');
    expect(upload?.url.searchParams.get('name')).toBe('people.csv');

    expect(screen.getByText('li.lei · han')).toBeTruthy();
    expect(button('Check rows').disabled).toBe(true);
    await userEvent.selectOptions(screen.getByLabelText('name: Column in file'), 'Who');
    await userEvent.click(button('Check rows'));
    const checked = await screen.findByRole('tab', { name: /^Invalid/ });
    expect(api.sent(`POST ${base}/${id}/check`)[0]?.body).toEqual({
      mapping: { ...file.mapping, name: 1 },
      existing: 'update',
    });

    expect(checked.getAttribute('aria-selected')).toBe('true');
    expect(await screen.findByText('role: There’s no role “King”')).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: /^Changed/ }));
    expect(await screen.findByText('name: Han → Han Meimei')).toBeTruthy();
    await userEvent.click(button('Import 3 rows'));
    expect(await screen.findByText('Importing 1 of 3…')).toBeTruthy();
  });

  it('shows the end from the live stream, with the report', async () => {
    const streams = stubEventSource();
    open();
    await choose();
    await userEvent.selectOptions(await screen.findByLabelText('name: Column in file'), 'Who');
    await userEvent.click(button('Check rows'));
    await userEvent.click(await screen.findByRole('button', { name: 'Import 3 rows' }));
    await screen.findByText(/^Importing/);
    const ended = { ...operation, state: 'done', done: 2, skipped: 1, finishedAt: '2026-11-15T10:01:00.000Z' };
    await waitFor(() => expect(streams.all.length).toBeGreaterThan(0));
    streams.all.at(-1)?.open();
    streams.all.at(-1)?.send('operation', { topic: 'operation', operation: ended }, '7');
    expect(await screen.findByText('2 done, 1 skipped, 0 failed.')).toBeTruthy();
    expect(screen.getByText(/^1 invalid row was left out/)).toBeTruthy();
    expect(screen.getByText('Download report').closest('a')?.getAttribute('href')).toBe(`${base}/${id}/report`);
  });

  it('explains a file that can’t be read, and takes another', async () => {
    let tries = 0;
    open({
      [`POST ${base}`]: () =>
        ++tries === 1 ? failure(415, 'This file is no table.', { code: 'notATable' }, 415) : envelope(file, 201),
    });
    await choose('x', 'photo.csv');
    expect((await screen.findByRole('alert')).textContent).toContain('This file is no table.');
    await choose();
    expect(await screen.findByText('Check rows')).toBeTruthy();
  });

  it('refuses a file that is too large before it is sent', async () => {
    const { api } = open();
    await choose(new Uint8Array(20 * 1024 * 1024 + 1));
    expect(await screen.findByText(/The limit is/)).toBeTruthy();
    expect(api.sent(`POST ${base}`)).toEqual([]);
  });

  it('asks before discarding a checked file, and can’t run without rows to import', async () => {
    const none = { new: 0, changed: 0, skipped: 3, invalid: 1 };
    const { onClose } = open({ [`POST ${base}/${id}/check`]: () => envelope({ ...file, counts: none }) });
    await choose();
    await userEvent.selectOptions(await screen.findByLabelText('name: Column in file'), 'Who');
    await userEvent.click(button('Check rows'));
    expect(await screen.findByText(/^Nothing to import/)).toBeTruthy();
    expect(button(/^Import 0 rows/).disabled).toBe(true);
    await userEvent.click(button('Close'));
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(button('Close without importing'));
    expect(onClose).toHaveBeenCalled();
  });
});
