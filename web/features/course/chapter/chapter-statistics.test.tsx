import type { ObjectStat } from '@lectern/contract/features/object-stat.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyObjectStat, sampleObjectStat } from '../../../components/statistics/testing/sample-object-stat.ts';
import { notifications } from '../../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { envelope, failure, stubApi } from '../../../lib/testing/stub-api.ts';
import { idOf, sampleChapter } from '../testing/sample-course.ts';
import { ChapterStatistics } from './chapter-statistics.tsx';

vi.mock('../../../components/chart/chart-canvas.tsx', () => ({ ChartCanvas: () => null }));

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const chapterId = idOf(101);
const own = `GET /api/chapters/${chapterId}/statistics`;
const part = { gone: false, kind: 'document', views: 8, plays: 0, downloads: 2, playSeconds: 0, completion: null };

async function open(stat: ObjectStat, calls: Parameters<typeof stubApi>[0] = {}) {
  const api = stubApi({ [own]: () => envelope(stat), ...calls });
  const path = `/app/course/list/catalog/detail/${chapterId}?tab=statistics`;
  const shown = await renderPage(path, () => <ChapterStatistics chapter={sampleChapter()} />);
  return { api, user: userEvent.setup(), ...shown };
}

const target = (element: HTMLElement) => {
  const url = new URL(element.getAttribute('href') ?? '', 'http://x');
  return { path: url.pathname, ...Object.fromEntries(url.searchParams) };
};

describe('the Statistics tab of a chapter', () => {
  it('opens the records of the chapter, and of each of its resources in it', async () => {
    await open(sampleObjectStat({ parts: [{ ...part, of: 'resource', id: idOf(301), name: 'Handout' }] }));
    expect(target(await screen.findByRole('link', { name: 'Downloads: 2' }))).toMatchObject({
      tab: 'download',
      chapter: chapterId,
    });
    const table = within(screen.getByRole('table', { name: 'By resource' }));
    expect(target(table.getByRole('link', { name: '8' }))).toMatchObject({
      tab: 'view',
      chapter: chapterId,
      resource: idOf(301),
    });
    expect(target(table.getByRole('link', { name: 'Handout' })).path).toBe(`/app/resource/info/detail/${idOf(301)}`);
  });

  it('has no table of resources where nothing was used', async () => {
    await open(emptyObjectStat());
    expect(await screen.findByText('No data for this period')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says what went wrong in its place, and asks again', async () => {
    let works = false;
    const { user } = await open(sampleObjectStat(), {
      [own]: () => (works ? envelope(sampleObjectStat()) : failure(503, 'later', {}, 503)),
    });
    expect((await screen.findByRole('alert')).textContent).toContain('later');
    expect(notifications.get()).toEqual([]);
    works = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Views: 30' })).toBeTruthy();
  });

  it('is busy until figures are there, and says of whom it is none', async () => {
    await open(sampleObjectStat(), { [own]: () => new Promise(() => undefined) });
    expect(document.querySelectorAll('[aria-busy="true"]').length).toBeGreaterThan(0);
    closeWindow();
    await openFreshWindow();
    await open(sampleObjectStat(), { [own]: () => failure(404, 'It is not there', {}, 404) });
    expect((await screen.findByRole('alert')).textContent).toContain('It is not there');
  });
});
