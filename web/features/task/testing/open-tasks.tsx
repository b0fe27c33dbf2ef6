import type { TaskRow, TaskView } from '@lectern/contract/features/task.ts';
import type { ListPage } from '@lectern/contract/list/define-list.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { sampleUser } from '../../../lib/testing/sample-session.ts';
import { envelope, stubApi } from '../../../lib/testing/stub-api.ts';
import { TaskPage } from '../task-page.tsx';

export const tasksCall = 'GET /api/system/tasks';
export const operationsCall = 'POST /api/operations';

export const idOf = (number: number) => `0197a0d0-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const me = sampleUser({ id: idOf(900), name: 'Me', roleId: 2, permissions: ['/app/system/task'] });

export function sampleTask(number: number, change: Partial<TaskRow> = {}): TaskRow {
  return {
    id: idOf(number),
    kind: 'byHand',
    title: `To-do ${number}`,
    state: 'open',
    priority: 2,
    link: null,
    dueAt: null,
    overdue: false,
    snoozedUntil: null,
    assignee: { id: me.id, name: 'Me' },
    createdBy: null,
    department: { id: idOf(501), name: 'Anatomy' },
    comments: 0,
    closedAt: null,
    closedByRule: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    changedAt: '2026-01-01T00:00:00.000Z',
    version: 1,
    ...change,
  };
}

export function sampleView(number: number, change: Partial<TaskView> = {}): TaskView {
  return { ...sampleTask(number), note: '', closeNote: '', closedBy: null, about: {}, dismissed: false, ...change };
}

export function samplePage(rows: TaskRow[]): ListPage<TaskRow> {
  const count = { value: rows.length, exact: true };
  return { rows, count, tabs: { mine: count }, next: null, previous: null };
}

/** Opens the task page; needs `openFreshWindow` and `stubEventSource` first. */
export async function openTasks(path = '', calls: Parameters<typeof stubApi>[0] = {}, user = me) {
  const api = stubApi({
    [tasksCall]: () => envelope(samplePage([sampleTask(1), sampleTask(2)])),
    'GET /api/lists/task/setup': () => envelope({ views: [], columns: null }),
    'GET /api/settings/public': () => envelope({}),
    ...calls,
  });
  return { api, ...(await renderPage(`/app/system/task${path}`, TaskPage, user)) };
}
