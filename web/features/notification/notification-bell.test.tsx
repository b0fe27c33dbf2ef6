import type { NotificationRow } from '@lectern/contract/features/notification.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, failure, stubApi } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { NotificationBell } from './notification-bell.tsx';

const idOf = (n: number) => `0197a0d0-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`;
const row = (n: number, change: Partial<NotificationRow> = {}): NotificationRow => ({
  id: idOf(n),
  kind: 'announcement',
  params: { text: `News ${n}` },
  link: null,
  createdAt: new Date(Date.now() - n * 3_600_000).toISOString(),
  readAt: null,
  ...change,
});
const list = 'GET /api/notifications';
const read = 'POST /api/notifications/read';
let stream: ReturnType<typeof stubEventSource>;

beforeEach(async () => {
  await openFreshWindow();
  stream = stubEventSource();
});
afterEach(closeWindow);

function Bell() {
  const [open, setOpen] = useState(false);
  return <NotificationBell open={open} onToggle={() => setOpen(!open)} onClose={() => setOpen(false)} />;
}

async function ring(calls: Parameters<typeof stubApi>[0], unreadNotifications = 2) {
  const api = stubApi(calls);
  const page = await renderPage('/here', Bell, sampleUser({ unreadNotifications }));
  return { api, ...page };
}
const bell = () => screen.getByRole('button', { name: /^Notifications/ });
const entries = () => screen.getAllByRole('listitem').map((entry) => entry.querySelector('a, span')?.textContent);

describe('the bell', () => {
  it('says how many are unread before anything is loaded', async () => {
    const { api } = await ring({}, 120);
    expect(bell().getAttribute('aria-label')).toBe('Notifications, 99+ unread');
    expect(bell().textContent).toBe('99+');
    expect(api.calls).toEqual([]);
  });

  it('shows the history with pages and jobs, and loads older ones', async () => {
    const pages = [
      {
        rows: [
          row(1, { kind: 'accessAsked', params: { person: 'Anna', page: 'sensitive.word', note: 'from Monday' } }),
          row(2, { kind: 'jobFailed', params: { job: 'supportBundle', cause: 'disk full' }, readAt: row(0).createdAt }),
        ],
        unread: 1,
        more: true,
      },
      { rows: [row(3)], unread: 1, more: false },
    ];
    const { api } = await ring({ [list]: ({ url }) => envelope(pages[url.searchParams.has('after') ? 1 : 0]) });
    await userEvent.click(bell());
    const panel = await screen.findByRole('dialog', { name: 'Notifications' });
    await within(panel).findByText('Anna requested access to “Sensitive word library”.');
    expect(panel.textContent).toContain('from Monday');
    expect(panel.textContent).toContain('support bundle failed: disk full');
    await userEvent.click(screen.getByRole('button', { name: 'Show older' }));
    await screen.findByText('News 3');
    expect(api.sent(list)[1]?.url.searchParams.get('after')).toBe(idOf(2));
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  it('marks one as read, and then all', async () => {
    const { api } = await ring({
      [list]: () => envelope({ rows: [row(1), row(2)], unread: 2, more: false }),
      [read]: ({ body }) => envelope({ unread: (body as { ids: unknown }).ids === 'all' ? 0 : 1 }),
    });
    await userEvent.click(bell());
    const [first] = await screen.findAllByRole('button', { name: 'Mark as read' });
    if (first) await userEvent.click(first);
    await waitFor(() => expect(bell().getAttribute('aria-label')).toBe('Notifications, 1 unread'));
    expect(screen.getAllByRole('button', { name: 'Mark as read' })).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(bell().getAttribute('aria-label')).toBe('Notifications'));
    expect(api.sent(read).map((call) => call.body)).toEqual([{ ids: [idOf(1)] }, { ids: 'all' }]);
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  });

  it('follows the link of one, reads it and closes', async () => {
    const { api, address } = await ring({
      [list]: () => envelope({ rows: [row(1, { link: '/app/system/health' })], unread: 1, more: false }),
      [read]: () => envelope({ unread: 0 }),
    });
    await userEvent.click(bell());
    await userEvent.click(await screen.findByRole('link', { name: 'News 1' }));
    await waitFor(() => expect(address()).toBe('/app/system/health'));
    expect(api.sent(read)[0]?.body).toEqual({ ids: [idOf(1)] });
  });

  it('never links out of Lectern', async () => {
    await ring({ [list]: () => envelope({ rows: [row(1, { link: 'https://evil.test' })], unread: 1, more: false }) });
    await userEvent.click(bell());
    await screen.findByText('News 1');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('takes a new one from the live stream: on top, counted, and read out', async () => {
    await ring({ [list]: () => envelope({ rows: [row(1)], unread: 1, more: false }) }, 1);
    await userEvent.click(bell());
    await screen.findByText('News 1');
    const arrived = { topic: 'notification', notification: row(0, { id: idOf(9) }), unread: 2 };
    act(() => stream.all[0]?.send('notification', arrived, '1'));
    expect(entries()).toEqual(['News 0', 'News 1']);
    expect(bell().getAttribute('aria-label')).toBe('Notifications, 2 unread');
    expect(document.querySelector('[aria-live]')?.textContent).toBe('News 0');
  });

  it('says what will be here when there is nothing, and when all is read', async () => {
    await ring({ [list]: () => envelope({ rows: [], unread: 0, more: false }) }, 0);
    await userEvent.click(bell());
    expect(await screen.findByText('No notifications yet')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Unread only' }));
    expect(await screen.findByText('You’re all caught up')).toBeTruthy();
  });

  it('explains a failure in place and tries again', async () => {
    let answers = 0;
    await ring({
      [list]: () => {
        answers += 1;
        return answers === 1
          ? failure(503, 'Down for a moment', { code: 'databaseDown' }, 503)
          : envelope({ rows: [row(1)], unread: 1, more: false });
      },
    });
    await userEvent.click(bell());
    expect((await screen.findByRole('alert')).textContent).toContain('Down for a moment');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('News 1')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('closes by Escape and gives the focus back', async () => {
    await ring({ [list]: () => envelope({ rows: [], unread: 0, more: false }) });
    await userEvent.click(bell());
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(bell());
  });
});
