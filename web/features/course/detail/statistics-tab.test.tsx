import type { ObjectStat } from '@lectern/contract/features/object-stat.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyObjectStat, sampleObjectStat } from '../../../components/statistics/testing/sample-object-stat.ts';
import { notifications } from '../../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { envelope, failure, stubApi } from '../../../lib/testing/stub-api.ts';
import { courseId, idOf, sampleCourse, sampleItem } from '../testing/sample-course.ts';
import { StatisticsTab } from './statistics-tab.tsx';

vi.mock('../../../components/chart/chart-canvas.tsx', () => ({ ChartCanvas: () => null }));

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const own = `GET /api/courses/${courseId}/statistics`;
const resources = `GET /api/courses/${courseId}/resources`;
const part = { gone: false, kind: null, views: 8, plays: 3, downloads: 0, playSeconds: 3720, completion: null };
const used = sampleObjectStat({
  parts: [
    { ...part, of: 'chapter', id: idOf(101), name: 'Cells' },
    { ...part, of: 'resource', id: idOf(301), name: 'Respiration', kind: 'video' },
    {
      ...part,
      of: 'resource',
      id: idOf(302),
      name: 'Old slides',
      kind: 'document',
      gone: true,
      views: 1,
      playSeconds: 5,
    },
  ],
});
const item = {
  ...sampleItem(1),
  chapterNumber: '1',
  chapterTitle: 'Cells',
  resource: { ...sampleItem(1).resource, kind: 'video' as const, title: 'Respiration', durationSeconds: 90 },
};

async function open(stat: ObjectStat, calls: Parameters<typeof stubApi>[0] = {}) {
  const api = stubApi({ [own]: () => envelope(stat), [resources]: () => envelope([item]), ...calls });
  const course = sampleCourse();
  const path = `/app/course/list/detail/${courseId}?tab=statistics`;
  const shown = await renderPage(path, () => <StatisticsTab course={course} />);
  return { api, user: userEvent.setup(), ...shown };
}

const target = (element: HTMLElement) => {
  const url = new URL(element.getAttribute('href') ?? '', 'http://x');
  return { path: url.pathname, ...Object.fromEntries(url.searchParams) };
};

describe('the Statistics tab of a course', () => {
  it('shows use by chapter and by resource, and links to their records', async () => {
    await open(used);
    const chapters = within(await screen.findByRole('table', { name: 'By chapter' }));
    expect(target(chapters.getByRole('link', { name: 'Cells' })).path).toBe(
      `/app/course/list/catalog/detail/${idOf(101)}`,
    );
    const records = { path: '/app/data/accessRecord', at: '2026-10-01..2026-10-02', robot: 'no', course: courseId };
    expect(target(chapters.getByRole('link', { name: '8' }))).toEqual({ ...records, tab: 'view', chapter: idOf(101) });
    const parts = within(screen.getByRole('table', { name: 'By resource' }));
    expect(target(parts.getByRole('link', { name: '1 h 2 min' }))).toEqual({
      ...records,
      tab: 'play',
      resource: idOf(301),
    });
  });

  it('keeps the name of deleted items, without a link', async () => {
    await open(used);
    const row = (await screen.findByText('Old slides')).closest('tr') as HTMLElement;
    expect(row.textContent).toContain('deleted');
    expect(within(row).queryByRole('link', { name: /Old slides/ })).toBeNull();
    expect(within(row).getByRole('link', { name: '1' })).toBeTruthy();
  });

  it('shows the size beside the use', async () => {
    await open(emptyObjectStat());
    expect(await screen.findByText('Total duration')).toBeTruthy();
    expect(screen.getAllByText('1:30').length).toBeGreaterThan(0);
    expect(await screen.findByText('No data for this period')).toBeTruthy();
    expect(screen.queryByRole('table', { name: 'By chapter' })).toBeNull();
  });

  it('keeps one half where only the other fails', async () => {
    await open(used, { [resources]: () => failure(500, 'no', {}, 500) });
    expect(await screen.findByRole('link', { name: 'Views: 30' })).toBeTruthy();
    expect(await screen.findAllByRole('alert')).toHaveLength(1);
  });

  it('says once what went wrong where both fail, and asks for both again', async () => {
    let works = false;
    const answer = (data: unknown) => (works ? envelope(data) : failure(500, 'no', {}, 500));
    const { user } = await open(used, { [own]: () => answer(used), [resources]: () => answer([item]) });
    await screen.findByRole('alert');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(notifications.get()).toEqual([]);
    works = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Views: 30' })).toBeTruthy();
    expect(await screen.findByText('Total duration')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
