import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, failure, stubApi } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { LibraryStatPage } from './library-stat-page.tsx';

vi.mock('../../components/chart/chart-canvas.tsx', () => ({ ChartCanvas: () => null }));

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const counted = {
  uncounted: [],
  recordsSince: null,
  events: null,
  viewers: null,
  now: { day: '2026-10-02', hour: 10 },
};
const period = { from: '2026-10-01', to: '2026-10-02' };
const id = '0197a0d0-0000-7000-8000-000000000001';
const kpi = (value: number, exact = true) => ({ value, before: 1, exact });
const resource = { id, title: 'Cells', kind: 'video' };

const answers = (): Parameters<typeof stubApi>[0] => ({
  'GET /api/statistics/library': () =>
    envelope({
      period,
      compared: null,
      ...{ resources: kpi(50), added: kpi(5), bytes: kpi(4000), mediaSeconds: kpi(7200), pages: kpi(3) },
      ...{ views: kpi(7), viewers: kpi(900, false), plays: kpi(2), playSeconds: kpi(60), downloads: kpi(1) },
      ...{ searches: kpi(4), favourites: kpi(6), completion: { value: 0.425, before: null, exact: true }, counted },
    }),
  'GET /api/statistics/library/growth': () =>
    envelope({
      ...{ period, by: 'kind', now: counted.now },
      buckets: [
        { from: '2026-10-01', to: '2026-10-01' },
        { from: '2026-10-02', to: '2026-10-02' },
      ],
      groups: [{ key: 'video', name: null, before: 0, total: 5, added: [5, 0] }],
    }),
  'GET /api/statistics/library/storage': () =>
    envelope({
      period,
      buckets: [{ from: '2026-10-01', to: '2026-10-02' }],
      bytes: [4000],
      byKind: [],
      forecast: { bytesPerDay: 0, months: [], freeBytes: null, fullOn: null },
    }),
  'GET /api/statistics/library/coverage': () =>
    envelope({
      all: { text: { have: 3, of: 4 }, subtitles: { have: 0, of: 0 } },
      colleges: [{ id: null, name: null, text: { have: 3, of: 4 }, subtitles: { have: 0, of: 0 } }],
    }),
  'GET /api/statistics/library/tables': () =>
    envelope({
      period,
      top: [{ resource, id, views: 6, plays: 0, downloads: 1, playSeconds: 0, beforeViews: 3 }],
      neverUsed: { count: 11, rows: [{ ...resource, createdAt: '2026-10-01T00:00:00.000Z', sizeBytes: 10 }] },
      largest: [{ ...resource, sizeBytes: 10 }],
      owners: [{ id, name: 'Anna', resources: 8, bytes: 100 }],
      counted,
    }),
  'GET /api/statistics/reports': () => envelope([]),
});

async function open(more: Parameters<typeof stubApi>[0] = {}) {
  const api = stubApi({
    ...answers(),
    ...more,
  });
  const page = await renderPage('/app/data/resource', LibraryStatPage, sampleUser({ roleId: 1 }));
  return { api, user: userEvent.setup(), ...page };
}

const target = (name: RegExp | string) => {
  const url = new URL(screen.getByRole('link', { name }).getAttribute('href') ?? '', 'http://x');
  return { path: url.pathname, ...Object.fromEntries(url.searchParams) };
};

describe('the resource statistics page', () => {
  it('links each figure to its list', async () => {
    await open();
    await screen.findByRole('link', { name: 'Resources: 50' });
    const info = { path: '/app/resource/info', counted: 'yes' };
    expect(target('Resources: 50')).toEqual({ ...info, created: '..2026-10-02' });
    expect(target('New: 5')).toEqual({ ...info, created: '2026-10-01..2026-10-02' });
    expect(target('Views: 7')).toMatchObject({ path: '/app/data/accessRecord', tab: 'view', robot: 'no' });
    expect(await screen.findByRole('link', { name: 'Never used: 11' })).toBeTruthy();
    expect(target('Never used: 11')).toEqual({ ...info, used: 'no' });
    expect(target('New favourites: 6')).toEqual({ ...info, favourite: '2026-10-01..2026-10-02' });
    expect(target(/^Average played: 43%$/)).toMatchObject({ kind: 'video,audio', robot: 'no' });
    expect(target('8')).toEqual({ ...info, owner: id });
  });

  it('says that a large number of people is an estimate, and that nothing was counted yet', async () => {
    await open();
    expect(await screen.findByRole('link', { name: 'Viewers: ≈ 900' })).toBeTruthy();
    expect(screen.getByText('Estimate')).toBeTruthy();
    expect(screen.getByText('Not counted yet')).toBeTruthy();
  });

  it('opens additions by kind and day, and resources with text', async () => {
    const { user } = await open();
    const [button] = await screen.findAllByRole('button', { name: 'Show as table' });
    if (button) await user.click(button);
    const table = within(screen.getByRole('table', { name: 'New resources, as a table' }));
    const href = new URL(table.getByRole('link', { name: '5' }).getAttribute('href') ?? '', 'http://x');
    expect(Object.fromEntries(href.searchParams)).toEqual({
      counted: 'yes',
      kind: 'video',
      created: '2026-10-01..2026-10-01',
    });
    expect(table.getByRole('rowheader', { name: 'Fri, 2 Oct 2026, so far' })).toBeTruthy();
    const [all, none] = screen.getAllByRole('link', { name: '3 of 4' });
    expect(all?.getAttribute('href')).toBe('/app/resource/info?counted=yes&hasText=yes');
    expect(none?.getAttribute('href')).toContain('without=college');
  });

  it('says once why nothing came, by no notification, and asks for everything again', async () => {
    let works = false;
    const working = Object.entries(answers()).filter(([name]) => name.includes('/library'));
    const { api, user } = await open(
      Object.fromEntries(
        working.map(([name, answer]) => [name, (call) => (works ? answer(call) : failure(503, 'later', {}, 503))]),
      ) as ReturnType<typeof answers>,
    );
    await waitFor(() => expect(api.sent('GET /api/statistics/library/tables')).toHaveLength(1));
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
    expect(screen.getByRole('alert').textContent).toContain('later');
    expect(notifications.get()).toEqual([]);
    works = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Resources: 50' })).toBeTruthy();
    expect(await screen.findByRole('table', { name: 'Most used' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is busy while nothing has come', async () => {
    const waiting = () => new Promise<Response>(() => undefined);
    await open({ 'GET /api/statistics/library': waiting, 'GET /api/statistics/library/tables': waiting });
    expect(document.querySelectorAll('[aria-busy="true"]').length).toBeGreaterThan(2);
    expect(screen.queryByText('Every resource has been used')).toBeNull();
  });

  it('doesn’t call unmeasured days empty', async () => {
    await open({
      'GET /api/statistics/library/storage': () =>
        envelope({
          ...{ period, buckets: [period], bytes: [0], byKind: [{ kind: 'video', bytes: 4000, resources: 1 }] },
          forecast: { bytesPerDay: 40, months: [], freeBytes: null, fullOn: null },
        }),
    });
    expect(await screen.findByText('No storage used in this period')).toBeTruthy();
    expect(screen.queryByText('No storage used yet')).toBeNull();
  });

  it('says of a library without anything that there is nothing', async () => {
    await open({
      'GET /api/statistics/library/tables': () =>
        envelope({ period, top: [], neverUsed: { count: 0, rows: [] }, largest: [], owners: [], counted }),
      'GET /api/statistics/library/coverage': () =>
        envelope({ all: { text: { have: 0, of: 0 }, subtitles: { have: 0, of: 0 } }, colleges: [] }),
      'GET /api/statistics/library/growth': () =>
        envelope({ period, by: 'kind', now: counted.now, buckets: [period], groups: [] }),
    });
    for (const text of [
      'No activity in this period',
      'No text or subtitles yet',
      'No new resources in this period',
      'Upload resources or choose a longer period.',
    ]) {
      expect(await screen.findByText(text), text).toBeTruthy();
    }
    // Includes the list of never used resources: with an empty library it must not say that everything was used.
    expect(screen.getAllByText('No resources yet')).toHaveLength(3);
  });

  it('keeps the place of tables that fail, by name', async () => {
    await open({ 'GET /api/statistics/library/tables': () => failure(500, 'no', {}, 500) });
    await waitFor(() => within(screen.getByRole('region', { name: 'Most used' })).getByRole('alert'));
  });

  it('keeps the rest of the page where one part of it fails', async () => {
    await open({ 'GET /api/statistics/library/coverage': () => failure(500, 'no', {}, 500) });
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Resources: 50' })).toBeTruthy();
  });
});
