import type { AccessRecordRow } from '@lectern/contract/features/access-record.ts';
import { act, screen, waitFor } from '@testing-library/react';
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

const list = 'GET /api/statistics/access-records';
const newer = 'GET /api/statistics/access-records/newer';

/** The server's records; tests can add more or make requests fail. */
function records() {
  const rows: AccessRecordRow[] = [sampleRecord()];
  let works = true;
  return {
    arrive: (name: string) => {
      const id = String(Number(rows[0]?.id) + 1);
      rows.unshift(sampleRecord({ id, person: { id: sampleRecord().person?.id ?? '', name, account: name } }));
    },
    fail: (fails: boolean) => {
      works = !fails;
    },
    answers: {
      [list]: () => envelope(recordPage(rows)),
      [newer]: ({ url }: { url: URL }) => {
        if (!works) return failure(503, 'later', {}, 503);
        const after = url.searchParams.get('after');
        const fresh = after === null ? [] : rows.filter(({ id }) => Number(id) > Number(after));
        return envelope({ latest: Number(rows[0]?.id), rows: fresh, more: false });
      },
    },
  };
}

async function open(query = '') {
  const held = records();
  const api = stubApi({
    ...held.answers,
    'GET /api/lists/accessRecord/setup': () => envelope({ views: [], columns: null }),
  });
  const viewer = sampleUser({ roleId: 1, permissions: ['/app/data/accessRecord'] });
  await renderPage(`/app/data/accessRecord${query}`, AccessRecordPage, viewer);
  await screen.findByText('Anna');
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  return { api, user, held, later: () => act(() => vi.advanceTimersByTimeAsync(3_100)) };
}

const live = () => screen.getByRole('button', { name: /^Live/ });

describe('live records', () => {
  it('add new rows automatically and count them', async () => {
    const { user, held, later } = await open();
    expect(live().getAttribute('aria-pressed')).toBe('false');
    await user.click(live());
    await waitFor(() => expect(live().textContent).toContain('Waiting'));
    held.arrive('Berta');
    await later();
    expect(await screen.findByText('Berta')).toBeTruthy();
    expect(live().textContent).toContain('1 new');
    held.arrive('Clara');
    held.arrive('Doris');
    await later();
    expect(await screen.findByText('Doris')).toBeTruthy();
    await waitFor(() => expect(live().textContent).toContain('3 new'));
  });

  it('send nothing until turned on or while paused, and restart afterwards', async () => {
    const { user, api, held, later } = await open();
    await later();
    expect(api.sent(newer)).toHaveLength(0);
    await user.click(live());
    await waitFor(() => expect(api.sent(newer).length).toBeGreaterThan(0));
    held.arrive('Berta');
    await later();
    await screen.findByText('Berta');
    await user.click(live());
    expect(live().getAttribute('aria-pressed')).toBe('false');
    expect(live().textContent).not.toContain('new');
    const asked = api.sent(newer).length;
    held.arrive('Clara');
    await later();
    await later();
    expect(api.sent(newer)).toHaveLength(asked);
    expect(screen.queryByText('Clara')).toBeNull();
    await user.click(live());
    expect(await screen.findByText('Clara')).toBeTruthy();
    expect(live().textContent).toContain('Waiting');
  });

  it('leave the rows alone where nothing came', async () => {
    const { user, api, later } = await open();
    await user.click(live());
    await waitFor(() => expect(api.sent(newer).length).toBeGreaterThan(0));
    const asked = api.sent(list).length;
    await later();
    await later();
    expect(api.sent(list)).toHaveLength(asked);
  });

  it('follow the view that is shown', async () => {
    const { user, api } = await open('?tab=play&robot=no');
    await user.click(live());
    await waitFor(() => expect(api.sent(newer).at(-1)?.url.searchParams.get('tab')).toBe('play'));
    expect(api.sent(newer).at(-1)?.url.searchParams.get('robot')).toBe('no');
  });

  it('report a lost connection once, without a notification, and resume', async () => {
    const { user, held, later } = await open();
    await user.click(live());
    await waitFor(() => expect(live().textContent).toContain('Waiting'));
    held.fail(true);
    held.arrive('Berta');
    await later();
    await waitFor(() => expect(live().textContent).toContain('Reconnecting'));
    expect(notifications.get()).toEqual([]);
    held.fail(false);
    await later();
    expect(await screen.findByText('Berta')).toBeTruthy();
    await waitFor(() => expect(live().textContent).toContain('1 new'));
  });
});
