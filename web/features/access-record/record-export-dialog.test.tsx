import type { RecordExport } from '@lectern/contract/features/record-export.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, failure, stubApi } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { AccessRecordPage } from './access-record-page.tsx';
import { recordPage, sampleRecord } from './testing/sample-record.ts';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(closeWindow);

const files = 'GET /api/statistics/access-record-exports';
const start = 'POST /api/statistics/access-record-exports';
const id = '0197a0d0-0000-7000-8000-000000000007';
const remove = `DELETE /api/statistics/access-record-exports/${id}`;

function file(change: Partial<RecordExport> = {}): RecordExport {
  return {
    id,
    state: 'running',
    format: 'csv',
    progress: 25,
    total: 1_000_000,
    rows: 250_000,
    sizeBytes: null,
    cause: null,
    createdAt: '2026-11-17T08:00:00.000Z',
    finishedAt: null,
    expiresAt: null,
    ...change,
  };
}
const done = file({
  ...{ state: 'done', progress: 100, rows: 1_000_000, sizeBytes: 98_000_000 },
  ...{ finishedAt: '2026-11-17T08:01:00.000Z', expiresAt: '2026-11-24T08:01:00.000Z' },
});

/** Opens the dialog; the list of exports that the server returns can change during a test. */
async function open(first: RecordExport[], calls: Parameters<typeof stubApi>[0] = {}) {
  let now = first;
  const api = stubApi({
    'GET /api/statistics/access-records': () => envelope(recordPage([sampleRecord()])),
    'GET /api/lists/accessRecord/setup': () => envelope({ views: [], columns: null }),
    [files]: () => envelope(now),
    [start]: () => {
      now = [file({ state: 'queued', rows: 0, progress: 0 }), ...now];
      return envelope(now[0], 202);
    },
    [remove]: () => {
      now = now.filter((one) => one.id !== id);
      return envelope(null, 204);
    },
    ...calls,
  });
  const viewer = sampleUser({ roleId: 1, permissions: ['/app/data/accessRecord'] });
  await renderPage('/app/data/accessRecord?tab=play&robot=no', AccessRecordPage, viewer);
  await screen.findByText('Anna');
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.click(screen.getByRole('button', { name: 'Background exports…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Background exports' }));
  const become = async (next: RecordExport[]) => {
    now = next;
    await act(() => vi.advanceTimersByTimeAsync(1_600));
  };
  return { api, user, dialog, become };
}

describe('the dialog of files', () => {
  it('has rows of the view written, and says how far that is until the file is there', async () => {
    const { api, user, dialog, become } = await open([]);
    expect(await dialog.findByText('No exports yet')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: /CSV/ }));
    await waitFor(() => expect(api.sent(start)).toHaveLength(1));
    const body = api.sent(start)[0]?.body as { matching: string; format: string; columns: string[] };
    expect(Object.fromEntries(new URLSearchParams(body.matching))).toMatchObject({ tab: 'play', robot: 'no' });
    expect(body).toMatchObject({ format: 'csv' });
    expect(body.columns).toContain('person');
    expect(api.sent(start)[0]?.headers['idempotency-key']).toBeTruthy();
    expect(await dialog.findByRole('progressbar', { name: '0 of 1,000,000 rows' })).toBeTruthy();
    await become([file()]);
    const progress = await dialog.findByRole('progressbar', { name: '250,000 of 1,000,000 rows' });
    expect(progress.getAttribute('value')).toBe('25');
    await become([done]);
    const link = await dialog.findByRole('link', { name: 'Download' });
    expect(new URL((link as HTMLAnchorElement).href).pathname).toBe(`/api/statistics/access-record-exports/${id}/file`);
    expect(dialog.getByText('1,000,000 rows, 98 MB · available until 24 Nov 2026')).toBeTruthy();
    expect(dialog.queryByRole('progressbar')).toBeNull();
  });

  it('asks no more when nothing is under way', async () => {
    const { api, become } = await open([done]);
    await waitFor(() => expect(api.sent(files)).toHaveLength(1));
    await become([done]);
    await become([done]);
    expect(api.sent(files)).toHaveLength(1);
  });

  it('stops one that is being written, and removes one that is there', async () => {
    const { api, user, dialog } = await open([file()]);
    await user.click(await dialog.findByRole('button', { name: 'Cancel' }));
    expect(await dialog.findByText('No exports yet')).toBeTruthy();
    expect(api.sent(remove)).toHaveLength(1);
    closeWindow();
    await openFreshWindow();
    stubEventSource();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const later = await open([done]);
    await later.user.click(await later.dialog.findByRole('button', { name: 'Delete' }));
    expect(await later.dialog.findByText('No exports yet')).toBeTruthy();
  });

  it('says why one failed and that one was stopped, and offers neither for download', async () => {
    const { dialog } = await open([
      file({ state: 'failed', cause: 'The disk is full.' }),
      file({ id: id.replace('7', '8'), state: 'cancelled' }),
    ]);
    expect(await dialog.findByText('The disk is full.')).toBeTruthy();
    expect(dialog.getByText('Failed')).toBeTruthy();
    expect(dialog.getByText('Stopped')).toBeTruthy();
    expect(dialog.queryByRole('link', { name: 'Download' })).toBeNull();
    expect(dialog.queryByRole('progressbar')).toBeNull();
    expect(dialog.getAllByRole('button', { name: 'Delete' })).toHaveLength(2);
  });

  it('shows an export started earlier, even after interruptions', async () => {
    const { dialog, become } = await open([file({ rows: 600_000, progress: 60 })]);
    expect(await dialog.findByRole('progressbar', { name: '600,000 of 1,000,000 rows' })).toBeTruthy();
    await become([file({ state: 'queued', rows: 600_000, progress: 60 })]);
    await become([file({ rows: 900_000, progress: 90 })]);
    expect(await dialog.findByRole('progressbar', { name: '900,000 of 1,000,000 rows' })).toBeTruthy();
  });

  it('shows errors in place, without a notification, and retries', async () => {
    let works = false;
    const { user, dialog } = await open([], {
      [files]: () => (works ? envelope([done]) : failure(500, 'no', {}, 500)),
      [start]: () => failure(507, 'The disk is full', {}, 507),
    });
    expect(await dialog.findByRole('alert')).toBeTruthy();
    works = true;
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('link', { name: 'Download' })).toBeTruthy();
    expect(dialog.queryByRole('alert')).toBeNull();
    await user.click(dialog.getByRole('button', { name: /workbook|XLSX/i }));
    expect((await dialog.findByRole('alert')).textContent).toContain('The disk is full');
    expect(notifications.get()).toEqual([]);
  });
});
