import type { OperationRow } from '@lectern/contract/features/operation.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NotificationHost } from '../../lib/notification-host.tsx';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { envelope, failure, stubApi } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { OperationTray } from './operation-tray.tsx';
import { idOf, operation } from './testing/sample-operation.ts';

const list = 'GET /api/operations';
let stream: ReturnType<typeof stubEventSource>;

beforeEach(async () => {
  await openFreshWindow();
  stream = stubEventSource();
  notifications.set([]);
});
afterEach(closeWindow);

function Tray() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <OperationTray open={open} onToggle={() => setOpen(!open)} onClose={() => setOpen(false)} />
      <NotificationHost />
    </>
  );
}

async function show(calls: Parameters<typeof stubApi>[0]) {
  const api = stubApi(calls);
  await renderPage('/here', Tray);
  return api;
}
const tray = () => screen.getByRole('button', { name: /^Operations/ });
let sent = 0;
const tell = (row: OperationRow) =>
  act(() => stream.all[0]?.send('operation', { topic: 'operation', operation: row }, `op-${++sent}`));
const listing = (...rows: OperationRow[]) => ({ [list]: () => envelope({ rows, more: false }) });

describe('the operation tray', () => {
  it('asks for nothing until it is opened, and then shows state, progress and result of each', async () => {
    const api = await show(
      listing(
        operation(1, { state: 'running', total: 200, done: 49, skipped: 1, finishedAt: null, undoUntil: null }),
        operation(2, { action: 'setRole', done: 3, skipped: 2, failed: 1 }),
        operation(3, { about: 'Ada', total: 1, done: 1, undoOf: idOf(9), undoUntil: null }),
      ),
    );
    expect(api.calls).toEqual([]);
    await userEvent.click(tray());
    const panel = await screen.findByRole('dialog', { name: 'Operations' });
    const entries = await within(panel).findAllByRole('listitem');
    expect(entries.map((entry) => entry.querySelector('strong')?.textContent)).toEqual([
      'Forbid users',
      'Change user roles',
      'Undo: Forbid users · Ada',
    ]);
    expect(within(panel).getByRole('progressbar').getAttribute('value')).toBe('50');
    expect(entries[0]?.textContent).toContain('50 of 200');
    expect(entries[1]?.textContent).toContain('3 done · 2 skipped · 1 failed');
    expect(within(entries[2] as HTMLElement).queryByRole('button', { name: /^Undo/ })).toBeNull();
    expect(tray().getAttribute('aria-label')).toBe('Operations, 1 running');
  });

  it('follows what runs by the live stream, and offers Undo in the word that it is done', async () => {
    const undo = `POST /api/operations/${idOf(1)}/undo`;
    const api = await show({ [undo]: () => envelope(operation(2, { undoOf: idOf(1), state: 'queued' })) });
    tell(operation(1, { state: 'running', total: null, done: 0, finishedAt: null, undoUntil: null }));
    expect(tray().getAttribute('aria-label')).toBe('Operations, 1 running');
    tell(operation(1, { done: 5 }));
    expect(tray().getAttribute('aria-label')).toBe('Operations');
    const word = await screen.findByText('Access forbidden for 5 users');
    expect(word).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(api.sent(undo)).toHaveLength(1));
    expect(api.sent(undo)[0]?.headers['idempotency-key']).toBeTruthy();
    expect(await screen.findByText('Undo started')).toBeTruthy();
    expect(tray().getAttribute('aria-label')).toBe('Operations, 1 running');
  });

  it('announces an end once, and not again during Undo', async () => {
    await show({});
    tell(operation(1, { done: 5 }));
    tell(operation(1, { done: 5 }));
    tell(operation(3, { done: 7, undoneBy: idOf(4), undoUntil: null }));
    expect(notifications.get().map(({ title, repeats }) => ({ title, repeats }))).toEqual([
      { title: 'Access forbidden for 5 users', repeats: 0 },
    ]);
  });

  it('says plainly why one stopped early', async () => {
    await show({});
    tell(operation(1, { state: 'failed', done: 2, cause: 'Your role doesn’t allow this.', undoUntil: null }));
    expect((await screen.findByRole('alert')).textContent).toContain('Your role doesn’t allow this. 2 done');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('stops one that runs', async () => {
    const running = operation(1, { state: 'running', finishedAt: null, undoUntil: null });
    const cancel = `POST /api/operations/${idOf(1)}/cancel`;
    const api = await show({ ...listing(running), [cancel]: () => envelope({ ...running, stopping: true }) });
    await userEvent.click(tray());
    await userEvent.click(await screen.findByRole('button', { name: 'Stop “Forbid users”' }));
    expect(await screen.findByText('Stopping…')).toBeTruthy();
    expect(api.sent(cancel)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /^Stop/ })).toBeNull();
  });

  it('explains a failure in place and tries again, and says what will be here', async () => {
    let answers = 0;
    await show({
      [list]: () => {
        answers += 1;
        return answers === 1
          ? failure(503, 'Down for a moment', { code: 'databaseDown' }, 503)
          : envelope({ rows: [], more: false });
      },
    });
    await userEvent.click(tray());
    expect((await screen.findByRole('alert')).textContent).toContain('Down for a moment');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No operations yet')).toBeTruthy();
  });
});
