import type { ObjectStat } from '@lectern/contract/features/object-stat.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { idOf, sampleResource } from '../../../components/resource/testing/sample-detail.ts';
import { emptyObjectStat, sampleObjectStat } from '../../../components/statistics/testing/sample-object-stat.ts';
import { notifications } from '../../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { envelope, failure, stubApi } from '../../../lib/testing/stub-api.ts';
import { StatisticsTab } from './statistics-tab.tsx';

vi.mock('../../../components/chart/chart-canvas.tsx', () => ({ ChartCanvas: () => null }));

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const id = idOf(1);
const own = `GET /api/resources/${id}/statistics`;
const retention = `GET /api/statistics/access/retention/${id}`;
const page = `/app/resource/info/videoDetail/${id}`;

function curve(plays: number[]) {
  return {
    period: { from: '2026-10-01', to: '2026-10-31' },
    resource: { id, title: 'Respiration', kind: 'video', durationSeconds: 200 },
    seconds: plays.map((count) => count * 2),
    plays,
    counted: sampleObjectStat().counted,
  };
}

type Calls = Parameters<typeof stubApi>[0];

async function open(stat: ObjectStat, { kind = 'document', calls = {}, query = '' } = {}) {
  const api = stubApi({
    [own]: () => envelope(stat),
    [retention]: () => envelope(curve(Array.from({ length: 100 }, (_, place) => 100 - place))),
    ...(calls as Calls),
  });
  const resource = sampleResource({ kind: kind as 'document' });
  const shown = await renderPage(`${page}?tab=statistics${query}`, () => <StatisticsTab resource={resource} />);
  return { api, user: userEvent.setup(), ...shown };
}

const target = (element: HTMLElement) => {
  const url = new URL(element.getAttribute('href') ?? '', 'http://x');
  return { path: url.pathname, ...Object.fromEntries(url.searchParams) };
};

describe('the Statistics tab of a resource', () => {
  it('shows use and trend, and links each figure to its records', async () => {
    await open(sampleObjectStat());
    const views = await screen.findByRole('link', { name: 'Views: 30' });
    const records = { path: '/app/data/accessRecord', at: '2026-10-01..2026-10-02', robot: 'no', resource: id };
    expect(target(views)).toEqual({ ...records, tab: 'view' });
    expect(screen.getByText('+50%')).toBeTruthy();
    expect(target(screen.getByRole('link', { name: 'Play time: 17 min 42 s' }))).toEqual({ ...records, tab: 'play' });
    expect(target(screen.getByRole('link', { name: 'Viewers: 12' }))).toEqual({ ...records, tab: 'view' });
  });

  it('says the numbers of its curve as a table, each a link to the records of that day', async () => {
    const { user } = await open(sampleObjectStat());
    await user.click(await screen.findByRole('button', { name: 'Downloads' }));
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    const table = within(screen.getByRole('table', { name: 'Downloads, as a table' }));
    expect(target(table.getByRole('link', { name: '2' }))).toMatchObject({
      tab: 'download',
      at: '2026-10-01..2026-10-01',
      resource: id,
    });
  });

  it('shows completion as a percentage, for media only', async () => {
    const { series, ...rest } = sampleObjectStat({ completion: { value: 0.425, before: 0.4, exact: true } });
    const played = series.map((each, place) => ({ ...each, completion: place === 0 ? null : 0.425 }));
    const { user } = await open({ ...rest, series: played }, { kind: 'video' });
    expect(target(await screen.findByRole('link', { name: 'Average played: 43%' }))).toMatchObject({ resource: id });
    await user.click(screen.getByRole('button', { name: 'Average played' }));
    await user.click(screen.getAllByRole('button', { name: 'Show as table' })[0] as HTMLElement);
    const table = within(screen.getByRole('table', { name: 'Average played, as a table' }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'DateAverage played',
      'Thu, 1 Oct 2026–',
      'Fri, 2 Oct 2026, so far43%',
    ]);
    closeWindow();
    await openFreshWindow();
    await open(sampleObjectStat());
    await screen.findByRole('link', { name: 'Views: 30' });
    expect(screen.queryByRole('button', { name: 'Average played' })).toBeNull();
  });

  it('starts with a measure that has data', async () => {
    const { series, ...rest } = sampleObjectStat();
    await open({ ...rest, series: series.map((each) => ({ ...each, views: 0, plays: 0, playSeconds: 0 })) });
    expect(await screen.findByRole('application', { name: 'Chart: Downloads' })).toBeTruthy();
  });

  it('shows figures without links for people without the records page', async () => {
    await open(sampleObjectStat({ opens: false }));
    const figures = within(await screen.findByRole('region', { name: 'Figures' }));
    expect(figures.getByText('30')).toBeTruthy();
    expect(figures.queryByRole('link')).toBeNull();
  });

  it('is busy while figures are on their way', async () => {
    await open(sampleObjectStat(), { calls: { [own]: () => new Promise(() => undefined) } });
    expect(document.querySelectorAll('[aria-busy="true"]').length).toBeGreaterThan(0);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says where there is nothing', async () => {
    await open(emptyObjectStat());
    expect(await screen.findByText('No data for this period')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show as table' })).toBeNull();
  });

  it('says once what went wrong, in its place and by no notification, and asks again', async () => {
    let works = false;
    const answer = (data: unknown) => (works ? envelope(data) : failure(500, 'no', {}, 500));
    const { user, api } = await open(sampleObjectStat(), {
      kind: 'video',
      calls: { [own]: () => answer(sampleObjectStat()), [retention]: () => answer(curve([])) },
    });
    expect(await screen.findAllByRole('alert')).toHaveLength(1);
    expect(notifications.get()).toEqual([]);
    works = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Views: 30' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(api.sent(own)).toHaveLength(2);
  });

  it('says when it isn’t permitted', async () => {
    await open(sampleObjectStat(), { calls: { [own]: () => failure(403, 'Not for you', {}, 403) } });
    expect((await screen.findByRole('alert')).textContent).toContain('Not for you');
    expect(screen.queryByRole('region', { name: 'Figures' })).toBeNull();
  });

  it('shows how far a video is played, and seeks from the curve', async () => {
    const { user, api } = await open(sampleObjectStat(), { kind: 'video', query: '&period=7' });
    await screen.findByRole('application', { name: 'Chart: Viewer retention' });
    expect(api.sent(retention)[0]?.url.searchParams.get('period')).toBe('7');
    const buttons = screen.getAllByRole('button', { name: 'Show as table' });
    await user.click(buttons.at(-1) as HTMLElement);
    const table = within(screen.getByRole('table', { name: 'Viewer retention, as a table' }));
    expect(target(table.getByRole('link', { name: '75' }))).toEqual({
      path: page,
      tab: 'statistics',
      period: '7',
      second: '50',
    });
  });

  it('asks for no curve of a document, and says where a video was not played', async () => {
    const { api } = await open(sampleObjectStat());
    await screen.findByRole('link', { name: 'Views: 30' });
    expect(api.sent(retention)).toHaveLength(0);
    closeWindow();
    await openFreshWindow();
    await open(sampleObjectStat(), { kind: 'video', calls: { [retention]: () => envelope(curve([])) } });
    expect(await screen.findByText('No plays in this period')).toBeTruthy();
  });

  it('keeps its days in the address beside the tab', async () => {
    const { user, api, address } = await open(sampleObjectStat());
    await screen.findByRole('link', { name: 'Views: 30' });
    await user.click(screen.getByRole('button', { name: /Last 30 days/ }));
    await user.click(await screen.findByRole('radio', { name: 'Last 90 days' }));
    await waitFor(() => expect(api.sent(own).at(-1)?.url.searchParams.get('period')).toBe('90'));
    expect(address()).toBe(`${page}?tab=statistics&period=90`);
  });
});
