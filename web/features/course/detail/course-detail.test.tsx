import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notifications } from '../../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { openCourse } from '../testing/open-course.tsx';
import { courseId, idOf, sampleCourse, sampleItem, sampleRow } from '../testing/sample-course.ts';
import { figuresOf } from './statistics-tab.tsx';

// The test environment has no canvas, so a chart that finishes loading would fail.
vi.mock('../../../components/chart/chart-canvas.tsx', () => ({ ChartCanvas: () => null }));

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const at = `/api/courses/${courseId}`;
const checks = {
  digest: 'd1',
  counts: sampleRow().counts,
  course: ['noCover' as const],
  chapters: [{ id: idOf(101), number: '1', title: 'Cells', problems: ['empty' as const] }],
  resources: [
    {
      itemId: idOf(201),
      chapterId: idOf(101),
      chapterNumber: '1',
      chapterTitle: 'Cells',
      resourceId: idOf(301),
      kind: 'video' as const,
      title: 'Respiration',
      state: 'ready' as const,
      required: true,
      problems: ['noSubtitles' as const],
    },
  ],
};

describe('the course page', () => {
  it('saves the name in place, with the loaded version', async () => {
    const course = sampleCourse();
    const { api } = await openCourse(course, {
      calls: {
        [`PATCH ${at}`]: ({ body }) => envelope({ ...course, ...(body as object), version: 4 }),
        [`PUT ${at}/lock`]: () =>
          envelope({ holder: { id: idOf(900), name: 'Me' }, since: course.createdAt, own: true }),
        [`DELETE ${at}/lock`]: () => envelope(null, 204),
      },
    });
    const name = await screen.findByRole('textbox', { name: /^Name/ });
    await userEvent.clear(name);
    await userEvent.type(name, 'Cells{Enter}');
    await waitFor(() => expect(api.sent(`PATCH ${at}`)[0]?.body).toEqual({ name: 'Cells', version: 3 }));
  });

  it('says that a sensitive word withholds it and links to the review', async () => {
    await openCourse(sampleCourse({ state: 'published', withheld: true }));
    const notice = within(await screen.findByRole('region', { name: /^Hidden from the public site/ }));
    expect(notice.getByRole('link', { name: 'Review matches' }).getAttribute('href')).toBe(
      `/app/sensitive/resource/detail/${courseId}?type=course`,
    );
    expect(screen.getByText('Hidden')).toBeTruthy();
    expect(screen.queryByText('Published', { selector: '.status' })).toBeNull();
  });

  it('publishes with exactly the problems shown', async () => {
    const course = sampleCourse();
    const { api } = await openCourse(course, {
      calls: {
        [`GET ${at}/checks`]: () => envelope(checks),
        [`POST ${at}/moves`]: () => envelope({ ...course, state: 'published', moves: ['offline'], version: 4 }),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('No cover')).toBeTruthy();
    expect(dialog.getByText('1 Cells: Empty')).toBeTruthy();
    expect(dialog.getByText(/^Learners can see its visible chapters/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Publish anyway' }));
    await waitFor(() =>
      expect(api.sent(`POST ${at}/moves`)[0]?.body).toEqual({ move: 'publish', checks: 'd1', version: 3 }),
    );
    await waitFor(() => expect(notifications.get().at(-1)?.title).toBe('“Cell biology” published'));
  });

  it('says why publishing was refused and keeps the dialog', async () => {
    await openCourse(sampleCourse(), {
      calls: {
        [`GET ${at}/checks`]: () => envelope(checks),
        [`POST ${at}/moves`]: () => failure(409, 'The checks are others now.', { code: 'changedMeanwhile' }, 409),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('button', { name: 'Publish anyway' }));
    expect(await dialog.findByText('Couldn’t change the course')).toBeTruthy();
  });

  it('counts the shown problems in the tab, including chapters', async () => {
    const [one] = checks.resources;
    const twice = { ...one, problems: ['noSubtitles' as const, 'notPublished' as const] };
    await openCourse(sampleCourse(), {
      query: '?tab=checks',
      calls: { [`GET ${at}/checks`]: () => envelope({ ...checks, resources: [twice] }) },
    });
    expect(await screen.findByRole('tab', { name: /^Checks\s*4$/ })).toBeTruthy();
    const rows = within(screen.getByRole('tabpanel')).findAllByRole('listitem');
    expect(await rows).toHaveLength(4);
  });

  it('links each problem to the place where it can be fixed', async () => {
    await openCourse(sampleCourse(), {
      query: '?tab=checks',
      calls: { [`GET ${at}/checks`]: () => envelope(checks) },
    });
    const href = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await href('Choose a cover')).toBe(`/app/course/list/detail/${courseId}`);
    expect(await href('Open chapter')).toBe(`/app/course/list/catalog/detail/${idOf(101)}`);
    expect(await href('Create subtitles')).toContain('tab=subtitles');
  });

  it('reorders people by keyboard and adds a guest by name', async () => {
    const course = sampleCourse();
    const call = `PUT ${at}/people`;
    const { api } = await openCourse(course, {
      query: '?tab=people',
      calls: { [call]: () => envelope({ ...course, version: 4 }) },
    });
    (await screen.findByRole('button', { name: 'Move Anna Schmidt' })).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(api.sent(call)).toHaveLength(1));
    expect(api.sent(call)[0]?.body).toEqual({
      people: [
        { userId: null, name: 'Anna Schmidt', part: 'teacher' },
        { userId: idOf(41), name: '', part: 'teacher' },
      ],
      version: 3,
    });
    await userEvent.click(screen.getByRole('button', { name: 'Add person…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('radio', { name: 'Guest' }));
    await userEvent.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Chen Yu');
    await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(api.sent(call)).toHaveLength(2));
    expect(api.sent(call)[1]?.body).toMatchObject({
      people: [{ userId: idOf(41) }, { name: 'Anna Schmidt' }, { userId: null, name: 'Chen Yu', part: 'teacher' }],
    });
  });

  it('shows activity in words, without IDs', async () => {
    const row = (id: string, action: string, after: object, before: object | null = null) => ({
      ...{ id, action, before, after, revertable: [], at: '2026-11-01T10:00:00.000Z' },
      actor: { id: idOf(900), name: 'Li Wei' },
    });
    const rows = [
      row('4', 'course.catalogueUndone', { what: 'resourcesAdded' }),
      row('3', 'course.resourceSet', { title: 'Respiration', required: false, startMs: 192_000 }),
      row('2', 'course.resourcesAdded', { count: 2, into: 'Cells' }),
      row('1', 'course.ownerSet', { ownerId: idOf(901), owner: 'Anna Schmidt' }, { ownerId: idOf(900) }),
    ];
    await openCourse(sampleCourse(), {
      query: '?tab=activity',
      calls: { [`GET ${at}/activity`]: () => envelope({ rows, more: false }) },
    });
    const said = async (name: string) =>
      (await screen.findByText(name, { selector: 'dt' })).nextElementSibling?.textContent;
    expect(await said('Chapter')).toBe('Cells');
    expect(await said('Resources')).toBe('2');
    expect(await said('Required')).toBe('No');
    expect(await said('Start')).toBe('3:12');
    expect(await said('Action')).toBe('Course resources added');
    expect(screen.getByRole('row', { name: /^Owner . Anna Schmidt$/ })).toBeTruthy();
    expect(screen.queryByText(new RegExp(`${idOf(901)}|${idOf(900)}`))).toBeNull();
  });

  it('shows a missing course with a link back', async () => {
    await openCourse(sampleCourse(), {
      calls: { [`GET ${at}`]: () => failure(404, 'none', { code: 'notFound' }, 404) },
    });
    expect(await screen.findByText('Course not found')).toBeTruthy();
  });

  it('shows why a course couldn’t be loaded and links back to the same list view', async () => {
    await openCourse(sampleCourse(), {
      query: '?view=state%3Ddraft',
      calls: { [`GET ${at}`]: () => failure(500, 'Something went wrong', {}, 500) },
    });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).classList.contains('visually-hidden')).toBe(false);
    expect(screen.getByRole('link', { name: 'Back to courses' }).getAttribute('href')).toBe(
      '/app/course/list?state=draft',
    );
  });
});

describe('course statistics', () => {
  it('show the size even if usage can’t be loaded', async () => {
    await openCourse(sampleCourse(), {
      query: '?tab=statistics',
      calls: {
        [`GET ${at}/resources`]: () => envelope([]),
        [`GET ${at}/statistics`]: () => failure(500, 'Something went wrong', {}, 500),
      },
    });
    expect(await screen.findByRole('region', { name: 'Resources by type' })).toBeTruthy();
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(
      within(screen.getByRole('region', { name: 'Resources by chapter' })).getByText('No resources yet'),
    ).toBeTruthy();
  });

  it('start with a measure that has data, such as plays', async () => {
    const none = { value: 0, before: 0, exact: true };
    const sums = { views: 0, plays: 4, playSeconds: 90, downloads: 0, completion: null };
    const day = { from: '2026-03-02', to: '2026-03-02' };
    await openCourse(sampleCourse(), {
      query: '?tab=statistics',
      calls: {
        [`GET ${at}/resources`]: () => envelope([]),
        [`GET ${at}/statistics`]: () =>
          envelope({
            ...{ period: day, compared: null, parts: [], opens: false },
            counted: {
              uncounted: [],
              recordsSince: null,
              events: null,
              viewers: null,
              now: { day: '2026-10-02', hour: 10 },
            },
            ...{ views: none, viewers: none, plays: none, playSeconds: none, downloads: none, completion: none },
            series: [{ ...day, ...sums }],
          }),
      },
    });
    expect(await screen.findByRole('button', { name: 'Plays', pressed: true })).toBeTruthy();
  });

  it('count the played part of a recording, not its full length', () => {
    const video = { ...sampleItem(1).resource, kind: 'video' as const, durationSeconds: 100, pageCount: null };
    const of = (change: object) => ({ ...sampleItem(1, change), chapterNumber: '1', chapterTitle: 'Cells' });
    const figures = figuresOf([
      of({ resource: video, startMs: 10_000, endMs: 40_000 }),
      of({ resource: video, startMs: 90_000, required: false }),
      of({}),
    ]);
    expect(figures).toMatchObject({ resources: 3, required: 2, playingMs: 40_000, pages: 4 });
    expect(figures.byKind).toEqual({ document: 1, video: 2, audio: 0, image: 0 });
  });
});
