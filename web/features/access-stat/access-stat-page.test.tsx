import type { AccessStat } from '@lectern/contract/features/access-stat.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, failure, stubApi } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { AccessStatPage } from './access-stat-page.tsx';

vi.mock('../../components/chart/chart-canvas.tsx', () => ({ ChartCanvas: () => null }));

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const access = 'GET /api/statistics/access';
const heatMap = 'GET /api/statistics/access/heat-map';
const terms = 'GET /api/statistics/access/terms';
const collegeId = '0197a0d0-0000-7000-8000-000000000001';
const counted = {
  uncounted: [],
  recordsSince: null,
  events: '2026-10-02T10:05:00.000Z',
  viewers: '2026-10-02T10:05:00.000Z',
  now: { day: '2026-10-02', hour: 10 },
};
const period = { from: '2026-10-01', to: '2026-10-02' };
const exact = (value: number) => ({ value, exact: true });

function stat(change: Partial<AccessStat> = {}): AccessStat {
  return {
    period,
    compared: { from: '2026-09-29', to: '2026-09-30' },
    grain: 'day',
    buckets: [
      { from: '2026-10-01', to: '2026-10-01', hour: null },
      { from: '2026-10-02', to: '2026-10-02', hour: null },
    ],
    total: exact(30),
    before: exact(20),
    series: [exact(10), exact(20)],
    beforeSeries: [exact(15), exact(5)],
    groups: [],
    moreGroups: 0,
    counted,
    ...change,
  };
}

async function open(query = '', answer: AccessStat | null = stat(), calls: Parameters<typeof stubApi>[0] = {}) {
  const api = stubApi({
    [access]: () => (answer ? envelope(answer) : failure(500, 'no', {}, 500)),
    [heatMap]: () => envelope({ period, measure: 'views', cells: [{ weekday: 4, hour: 9, value: 7 }], counted }),
    [terms]: () =>
      envelope({
        period,
        allowed: true,
        terms: [{ term: '=cmd', searches: 3, withoutResult: 2 }],
        more: false,
        counted,
      }),
    'GET /api/statistics/access/keys': () => envelope([{ key: collegeId, name: 'Medicine', gone: false }]),
    'GET /api/statistics/reports': () => envelope([]),
    ...calls,
  });
  const page = await renderPage(`/app/data/accessStat${query}`, AccessStatPage, sampleUser({ roleId: 1 }));
  return { api, user: userEvent.setup(), asked: () => api.sent(access).at(-1)?.url.searchParams, ...page };
}

const hrefOf = (element: HTMLElement) => new URL(element.getAttribute('href') ?? '', 'http://x');

describe('the page of access statistics', () => {
  it('shows a figure with its comparison and links to its rows', async () => {
    await open();
    const figure = await screen.findByRole('link', { name: 'Views: 30' });
    expect(Object.fromEntries(hrefOf(figure).searchParams)).toEqual({
      tab: 'view',
      at: '2026-10-01..2026-10-02',
      robot: 'no',
    });
    expect(screen.getByText('+50%')).toBeTruthy();
    expect(screen.getByText('previously 20')).toBeTruthy();
  });

  it('opens each hour of the week, each search and each piece of time by its own filters', async () => {
    const { user } = await open();
    await screen.findByRole('link', { name: 'Views: 30' });
    for (const button of await screen.findAllByRole('button', { name: 'Show as table' })) await user.click(button);
    const heat = within(await screen.findByRole('table', { name: 'Busiest times, as a table' }));
    const cell = hrefOf(heat.getByRole('link', { name: '7' })).searchParams;
    expect([cell.get('weekday'), cell.get('hour')]).toEqual(['4', '9']);
    const curve = within(screen.getByRole('table', { name: 'Views, as a table' }));
    expect(hrefOf(curve.getByRole('link', { name: '10' })).searchParams.get('at')).toBe('2026-10-01..2026-10-01');
    expect(hrefOf(curve.getByRole('link', { name: '15' })).searchParams.get('at')).toBe('2026-09-29..2026-09-29');
    const terms = hrefOf(screen.getByRole('link', { name: '2' })).searchParams;
    expect([terms.get('term'), terms.get('withoutResult')]).toEqual(['=cmd', 'yes']);
  });

  it('shows groups, marks estimates and deleted ones, and filters by one', async () => {
    const groups = [
      { key: collegeId, name: 'Medicine', gone: false, kind: null, figure: exact(20), before: exact(10), series: null },
      {
        key: 'x',
        name: 'Alchemy',
        gone: true,
        kind: null,
        figure: { value: 9, exact: false },
        before: null,
        series: null,
      },
      { key: null, name: null, gone: false, kind: null, figure: exact(1), before: null, series: null },
    ];
    const { user, address } = await open('?groupBy=college', stat({ groups }));
    const table = within(
      (await screen.findByRole('columnheader', { name: 'College' })).closest('table') as HTMLElement,
    );
    const [, first, second, third] = table.getAllByRole('row');
    expect(first?.textContent).toContain('Medicine20');
    expect(second?.textContent).toContain('Alchemy (deleted)≈ 9');
    const without = hrefOf(within(third as HTMLElement).getByRole('link', { name: '1' })).searchParams;
    expect(without.get('without')).toBe('college');
    await user.click(screen.getByRole('button', { name: 'Filter by Medicine' }));
    expect(address()).toBe(`/app/data/accessStat?filter=college&key=${collegeId}`);
  });

  it('keeps every choice in the address and asks for exactly that', async () => {
    const { user, asked } = await open();
    await screen.findByRole('link', { name: 'Views: 30' });
    await user.selectOptions(screen.getByLabelText('Measure'), 'downloads');
    await user.selectOptions(screen.getByLabelText('Group by'), 'role');
    await user.click(screen.getByRole('button', { name: /Last 30 days/ }));
    await user.click(await screen.findByRole('radio', { name: 'Last 7 days' }));
    await waitFor(() =>
      expect(Object.fromEntries(asked() ?? [])).toEqual({ measure: 'downloads', groupBy: 'role', period: '7' }),
    );
  });

  it('shows an error in the chart’s place and keeps the rest of the page', async () => {
    await open('', null);
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(await screen.findByText('=cmd')).toBeTruthy();
  });

  it('says once why nothing came, by no notification, and asks for everything again', async () => {
    let works = false;
    const fail = () => failure(503, 'later', {}, 503);
    const { api, user } = await open('?groupBy=college', stat(), {
      [access]: () => (works ? envelope(stat()) : fail()),
      [heatMap]: () => (works ? envelope({ period, measure: 'views', cells: [], counted }) : fail()),
      [terms]: () => (works ? envelope({ period, allowed: false, terms: [], more: false, counted }) : fail()),
    });
    await waitFor(() => expect(api.sent(terms)).toHaveLength(1));
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
    expect(document.querySelector('[aria-busy="true"]')).toBeNull();
    expect(notifications.get()).toEqual([]);
    works = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Views: 30' })).toBeTruthy();
    expect(await screen.findByText('You can’t see searches')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows completion as a percentage, and nothing without views', async () => {
    const shares = { total: exact(0.42), before: exact(0.4), series: [{ value: null, exact: true }, exact(0.42)] };
    const { user } = await open('?measure=completion', stat({ ...shares, beforeSeries: null }));
    const figure = await screen.findByRole('link', { name: 'Average played: 42%' });
    expect(hrefOf(figure).searchParams.get('kind')).toBe('video,audio');
    expect(screen.getAllByText(/Replays count each time/).length).toBeGreaterThan(0);
    const [button] = await screen.findAllByRole('button', { name: 'Show as table' });
    if (button) await user.click(button);
    const table = within(screen.getByRole('table', { name: 'Average played, as a table' }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'DateAverage played',
      'Thu, 1 Oct 2026–',
      'Fri, 2 Oct 2026, so far42%',
    ]);
  });

  it('is busy until figures are there, and says where a filter leaves nothing', async () => {
    const nothing = stat({ total: exact(0), before: exact(0), series: [exact(0), exact(0)], beforeSeries: null });
    const { user, address } = await open(`?filter=college&key=${collegeId}&groupBy=role`, nothing, {
      [heatMap]: () => new Promise(() => undefined),
    });
    expect((await screen.findAllByText('No data for this period')).length).toBe(2);
    expect(document.querySelectorAll('[aria-busy="true"]')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Clear filter' }));
    await waitFor(() => expect(address()).toBe('/app/data/accessStat?groupBy=role'));
  });

  it('explains why viewers have no heat map', async () => {
    await open('?measure=viewers');
    const when = await screen.findByRole('region', { name: 'Busiest times' });
    expect(when.textContent).toContain('Showing views. Viewers aren’t counted by hour.');
  });

  it('does not take a broken address for a choice', async () => {
    const { asked } = await open('?period=yesterday&groupBy=moon&filter=college');
    await screen.findByRole('link', { name: 'Views: 30' });
    expect(Object.fromEntries(asked() ?? [])).toEqual({});
  });
});
