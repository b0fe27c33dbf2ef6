import { mayOpen } from '@lectern/contract/access.ts';
import { hasParameter, routes } from '@lectern/contract/routes.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerActions } from '../../lib/actions.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, failure } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { openApp } from '../testing/open-app.tsx';
import { overlay } from './overlays.ts';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
  overlay.set(null);
  // The test environment has no layout.
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(closeWindow);

const superAdmin = sampleUser({ roleId: 1, permissions: [] });
const anna = {
  id: '0197a0d0-0000-7000-8000-000000000077',
  name: 'Anna Schmidt',
  account: 'a schmidt',
  departmentName: 'Law',
};

const cells = {
  ...{ id: anna.id, kind: 'video', state: 'published', title: 'Cell biology', fileName: 'cells.mp4' },
  ...{ thumbnail: null, found: 'title', snippet: null },
};

async function openPalette(options: Parameters<typeof openApp>[1] = {}) {
  const quiet = { 'GET /api/search/passages': () => envelope([]), 'GET /api/search/courses': () => envelope([]) };
  const calls = { ...quiet, ...options.calls };
  const app = await openApp('/app/home/my', { ...options, calls });
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true, code: 'KeyK' });
  const box = await screen.findByRole('combobox');
  return { ...app, box };
}
const offered = () =>
  screen.queryAllByRole('option').map((option) => option.querySelector('.palette-label')?.textContent);

describe('the palette', () => {
  it('finds resources with the matching text and links to the whole list', async () => {
    const hit = { kind: 'video', state: 'published', fileName: 'cells.mp4', thumbnail: null, snippet: null };
    const { box, address } = await openPalette({
      user: sampleUser({ permissions: ['/app/home/my', '/app/resource/info'] }),
      calls: {
        'GET /api/search/resources': () =>
          envelope([
            { ...hit, id: anna.id, title: 'Cell biology', found: 'title' },
            {
              ...hit,
              id: '0197a0d0-0000-7000-8000-000000000078',
              title: 'Energy',
              found: 'description',
              snippet: '…of the cell…',
            },
          ]),
      },
    });
    await userEvent.type(box, 'cell');
    const found = await screen.findByRole('option', { name: /Cell biology/ });
    expect(found.textContent).toContain('Video · Published');
    expect(found.querySelector('mark')?.textContent).toBe('Cell');
    expect(screen.getByRole('option', { name: /Energy/ }).textContent).toContain('…of the cell…');
    await userEvent.click(screen.getByRole('option', { name: 'Search for “cell” in All resources' }));
    await waitFor(() => expect(address()).toBe('/app/resource/info?search=cell'));
  });

  it.each([
    [['/app/resource/column', '/app/home/my'], '/app/home/my?search=cell'],
    [['/app/home/my', '/app/resource/library'], '/app/resource/library?search=cell'],
  ])('links people with %j to %s', async (permissions, target) => {
    const { box, address } = await openPalette({
      user: sampleUser({ permissions }),
      calls: { 'GET /api/search/resources': () => envelope([cells]) },
    });
    await userEvent.type(box, 'cell');
    await userEvent.click(await screen.findByRole('option', { name: /^Search for “cell” in/ }));
    await waitFor(() => expect(address()).toBe(target));
  });

  it('finds resources for people with favourites only, without a link to lists they can’t open', async () => {
    const { box, address } = await openPalette({
      user: sampleUser({ permissions: ['/app/home/collect'] }),
      calls: { 'GET /api/search/resources': () => envelope([cells]) },
    });
    await userEvent.type(box, 'cell');
    const found = await screen.findByRole('option', { name: /Cell biology/ });
    expect(screen.queryByRole('option', { name: /^Search for/ })).toBeNull();
    await userEvent.click(found);
    await waitFor(() => expect(address()).toContain(`/app/resource/info/videoDetail/${cells.id}`));
  });

  it('doesn’t search resources for people without their pages', async () => {
    const { box, api } = await openPalette({ user: sampleUser({ permissions: ['/app/system/task'] }) });
    await userEvent.type(box, 'to-do');
    await waitFor(() => expect(offered()).toContain('To-do tasks'));
    expect(screen.queryByText('Resources')).toBeNull();
    expect(api.sent('GET /api/search/resources')).toEqual([]);
    expect(api.sent('GET /api/search/passages')).toEqual([]);
  });

  it('finds courses and chapters and opens them or the course list', async () => {
    const course = { id: anna.id, name: 'Cell biology', code: 'BIO-1', term: '2026', state: 'draft', cover: null };
    const chapterId = '0197a0d0-0000-7000-8000-000000000079';
    const { box, address } = await openPalette({
      user: sampleUser({ permissions: ['/app/home/my', '/app/course/list'] }),
      calls: {
        'GET /api/search/resources': () => envelope([]),
        'GET /api/search/courses': () =>
          envelope([
            { type: 'course', id: course.id, title: course.name, course },
            { type: 'chapter', id: chapterId, title: 'The cell wall', course },
          ]),
      },
    });
    await userEvent.type(box, 'cell');
    const found = await screen.findByRole('option', { name: /^Cell biology/ });
    expect(found.textContent).toContain('BIO-1 · 2026 · Draft');
    expect(screen.getByRole('option', { name: /The cell wall/ }).textContent).toContain('Cell biology · BIO-1');
    expect(screen.getByRole('option', { name: 'Search for “cell” in Course management' })).toBeTruthy();
    await userEvent.click(screen.getByRole('option', { name: /The cell wall/ }));
    await waitFor(() => expect(address()).toContain(`/app/course/list/catalog/detail/${chapterId}`));
  });

  it('doesn’t search courses for people without their page', async () => {
    const { box, api } = await openPalette({ user: sampleUser({ permissions: ['/app/system/task'] }) });
    await userEvent.type(box, 'to-do');
    await waitFor(() => expect(offered()).toContain('To-do tasks'));
    expect(api.sent('GET /api/search/courses')).toEqual([]);
  });

  it('offers the pages the user may open, including hidden ones, but none with a parameter', async () => {
    const user = sampleUser({ permissions: ['/app/home/my', '/app/system/task'] });
    await openPalette({ user });
    const open = routes.filter((route) => route.access && !hasParameter(route) && mayOpen(user, route));
    expect(open.map((route) => route.name)).toEqual(['My resources', 'Profile', 'To-do tasks']);
    for (const route of open) expect(offered()).toContain(route.name);
    expect(offered()).not.toContain('User management');
    expect(offered()).not.toContain('Video');
  });

  it('preloads its code once the page is idle', async () => {
    const idle: (() => void)[] = [];
    vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
    vi.stubGlobal('cancelIdleCallback', () => undefined);
    await openApp('/app/home/my');
    expect(idle).toHaveLength(1);
    await act(async () => {
      idle[0]?.();
      await import('../../features/palette/palette.tsx');
    });
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true, code: 'KeyK' });
    expect(screen.getByRole('combobox')).toBeTruthy();
  });

  it('opens from the header too, and closes by the same keys and Escape', async () => {
    await openApp('/app/home/my');
    await userEvent.click(screen.getByRole('button', { name: /Find anything/ }));
    const box = await screen.findByRole('combobox');
    expect(document.activeElement).toBe(box);
    fireEvent.keyDown(box, { key: 'k', ctrlKey: true, code: 'KeyK' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('finds a page by part of its name or its English name and opens it with Enter', async () => {
    const { address, box } = await openPalette({ user: superAdmin });
    await userEvent.type(box, 'word lib');
    expect(offered()).toEqual(['Sensitive word library']);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/app/sensitive/word'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('runs a registered action and shows its keys', async () => {
    const run = vi.fn();
    const { box } = await openPalette();
    const withdraw = registerActions([{ id: 'x', label: () => 'Upload files', group: 'create', keys: '$mod+u', run }]);
    await userEvent.type(box, 'upload');
    const [option] = screen.getAllByRole('option');
    expect(option?.textContent).toContain('Ctrl U');
    await userEvent.keyboard('{Enter}');
    expect(run).toHaveBeenCalledOnce();
    withdraw();
  });

  it('remembers choices and offers them first', async () => {
    const { address, box } = await openPalette({ user: superAdmin });
    await userEvent.type(box, 'audit{Enter}');
    await waitFor(() => expect(address()).toBe('/app/system/audit'));
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true, code: 'KeyK' });
    await screen.findByText('Recent');
    expect(offered()[0]).toBe('Audit log');
    expect(offered().filter((name) => name === 'Audit log')).toHaveLength(1);
  });

  it('searches people when typing pauses and opens the chosen one', async () => {
    const calls = { 'GET /api/people': () => envelope([anna]) };
    const { api, address, box } = await openPalette({ user: superAdmin, calls });
    await userEvent.type(box, 'anna');
    await userEvent.click(await screen.findByRole('option', { name: /Anna Schmidt/ }));
    expect(api.sent('GET /api/people').map((call) => call.url.searchParams.get('text'))).toEqual(['anna']);
    await waitFor(() => expect(address()).toBe('/app/system/systemAdmin?search=a+schmidt'));
  });

  it('doesn’t offer people to users who can’t open the user page', async () => {
    const { api, box } = await openPalette({ calls: { 'GET /api/search/resources': () => envelope([]) } });
    await userEvent.type(box, 'anna');
    expect(await screen.findByText('No results for “anna”')).toBeTruthy();
    expect(api.sent('GET /api/people')).toEqual([]);
  });

  it('says so when nothing matches or people couldn’t be searched', async () => {
    const calls = { 'GET /api/people': () => failure(503, 'no', { code: 'databaseDown' }, 503) };
    const { box } = await openPalette({ user: superAdmin, calls });
    await userEvent.type(box, 'zzz');
    expect(await screen.findByText('Couldn’t search people.')).toBeTruthy();
  });
});

describe('a passage in the palette', () => {
  const place = { page: null, second: null, box: null, confidence: null };
  const passage = (text: string, marks: [number, number][], more: object) => ({ ...place, text, marks, ...more });
  const found = [
    {
      ...{ id: anna.id, kind: 'document', state: 'published', title: 'Cell biology', thumbnail: null },
      passages: [
        passage('the <b>powerhouse</b> of it', [[7, 17]], { source: 'document', page: 3, box: [0.1, 0.2, 0.5, 0.05] }),
        passage('a powerhouse', [[2, 12]], { source: 'ocr', page: 7 }),
      ],
    },
    {
      ...{
        id: '0197a0d0-0000-7000-8000-000000000079',
        kind: 'video',
        state: 'ready',
        title: 'A talk',
        thumbnail: null,
      },
      passages: [passage('动力工厂 powerhouse', [[5, 15]], { source: 'speech', second: 72.5 })],
    },
    {
      ...{
        id: '0197a0d0-0000-7000-8000-000000000080',
        kind: 'image',
        state: 'ready',
        title: 'A board',
        thumbnail: null,
      },
      passages: [passage('powerhouse', [[0, 10]], { source: 'ocr', page: 1, box: [0, 0.5, 1, 0.1] })],
    },
  ];
  const open = (passages: () => Response) =>
    openPalette({
      user: sampleUser({ permissions: ['/app/home/my', '/app/resource/info'] }),
      calls: { 'GET /api/search/resources': () => envelope([]), 'GET /api/search/passages': passages },
    });

  it('is listed under its resource with the match marked, and its page or second', async () => {
    const { box, api } = await open(() => envelope(found));
    await userEvent.type(box, 'powerhouse');
    const cellsGroup = await screen.findByRole('group', { name: /^Cell biology Document/ });
    const [first, second] = [...cellsGroup.querySelectorAll('[role=option]')];
    expect(first?.textContent).toBe('the <b>powerhouse</b> of itPage 3');
    expect(first?.querySelector('mark')?.textContent).toBe('powerhouse');
    expect(second?.textContent).toContain('Page 7');
    expect(screen.getByRole('group', { name: /^A talk Video/ }).textContent).toContain('1:12');
    expect(screen.getByRole('group', { name: /^A board Image/ }).textContent).toContain('OCR text');
    const asked = api.sent('GET /api/search/passages').map((call) => Object.fromEntries(call.url.searchParams));
    expect(asked).toEqual([{ text: 'powerhouse', sources: 'document,ocr,speech' }]);
  });

  it.each([
    [/^the <b>/, `/app/resource/info/detail/${anna.id}?page=3&box=0.1,0.2,0.5,0.05`],
    [/动力工厂/, '/app/resource/info/videoDetail/0197a0d0-0000-7000-8000-000000000079?second=72.5'],
    [/^powerhouse/, '/app/resource/info/imgDetail/0197a0d0-0000-7000-8000-000000000080?box=0,0.5,1,0.1'],
    [/^Search all text for “powerhouse” in All resources/, '/app/resource/info?contains=powerhouse'],
  ])('opens %s at its place', async (name, target) => {
    const { box, address } = await open(() => envelope(found));
    await userEvent.type(box, 'powerhouse');
    await userEvent.click(await screen.findByRole('option', { name }));
    await waitFor(() => expect(decodeURIComponent(address())).toBe(target));
  });

  it('can be reached by keyboard alone', async () => {
    const { box, address } = await open(() => envelope(found));
    await userEvent.type(box, 'powerhouse');
    await screen.findByRole('option', { name: /动力工厂/ });
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    const chosen = () =>
      screen.getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true');
    await waitFor(() => expect(chosen()?.textContent).toContain('动力工厂'));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address()).toContain('second=72.5'));
  });

  it('never belongs to an earlier query', async () => {
    const { box } = await open(() => envelope(found));
    await userEvent.type(box, 'powerhouse');
    await screen.findByRole('group', { name: /^Cell biology/ });
    await userEvent.clear(box);
    await waitFor(() => expect(screen.queryByRole('group', { name: /^Cell biology/ })).toBeNull());
  });

  it('shows an error when texts couldn’t be searched', async () => {
    const { box } = await open(() => failure(503, 'no', { code: 'databaseDown' }, 503));
    await userEvent.type(box, 'powerhouse');
    expect(await screen.findByText('Couldn’t search text.')).toBeTruthy();
  });
});
