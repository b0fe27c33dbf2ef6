import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fitColumns } from '../../components/data-grid/grid-column.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { envelope, failure } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { taskListDefinition } from './task-list.tsx';
import {
  idOf,
  me,
  openTasks,
  operationsCall,
  samplePage,
  sampleTask,
  sampleView,
  tasksCall,
} from './testing/open-tasks.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const begun = () => envelope({ id: idOf(700) }, 202);
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
async function rowAction(name: string) {
  await click('Actions for To-do 1');
  await userEvent.click(await screen.findByText(name, { selector: '.menu-item-label' }));
}

describe('the task list', () => {
  it('shows object, priority, assignee and, in words, what is overdue', async () => {
    const urgent = { priority: 1, dueAt: '2020-01-01T00:00:00.000Z', overdue: true } as const;
    await openTasks('', {
      [tasksCall]: () => envelope(samplePage([sampleTask(1, { kind: 'jobFailed', ...urgent, assignee: null })])),
    });
    const row = (await screen.findByRole('link', { name: 'To-do 1' })).closest('tr') as HTMLElement;
    for (const word of ['Processing failed', 'High', 'Unassigned', 'Open', 'By rule']) {
      expect(within(row).getByText(word)).toBeTruthy();
    }
    expect(within(row).getByText(/overdue/)).toBeTruthy();
  });

  it('keeps the state rather than the kind where space is short', () => {
    const columns = ['title', 'kind', 'priority', 'due', 'assignee', 'state'].map((id) => ({
      id,
      ...taskListDefinition.columns[id],
      main: id === 'title',
    }));
    // 640 pixels is what a 1,024-pixel window leaves for columns.
    const { shown, dropped } = fitColumns(columns as Parameters<typeof fitColumns>[0], 640);
    expect(shown).toContain('state');
    expect(dropped).toContain('kind');
  });

  it.each([
    ['Start', 'start', {}],
    ['Reopen', 'reopen', {}],
  ])('%s runs immediately', async (label, action, input) => {
    const state = action === 'reopen' ? 'done' : 'open';
    const { api } = await openTasks('', {
      [tasksCall]: () => envelope(samplePage([sampleTask(1, { state })])),
      [operationsCall]: begun,
    });
    await rowAction(label);
    await waitFor(() => expect(api.sent(operationsCall)[0]?.body).toMatchObject({ list: 'task', action, input }));
  });

  it('closes a task with its outcome, and explains what that means for an automatic one', async () => {
    const { api } = await openTasks('', {
      [tasksCall]: () => envelope(samplePage([sampleTask(1, { kind: 'textDoubtful' })])),
      [operationsCall]: begun,
    });
    await rowAction('Complete');
    expect(await screen.findByText(/A new task opens only if it’s resolved/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/Closing note/), 'All read.{Enter}');
    await waitFor(() =>
      expect(api.sent(operationsCall)[0]?.body).toMatchObject({ action: 'finish', input: { note: 'All read.' } }),
    );
  });

  it('snoozes a task in the platform’s time zone, never into the past', async () => {
    const { api } = await openTasks('', { [operationsCall]: begun });
    await rowAction('Snooze');
    const until = await screen.findByLabelText('Until');
    await userEvent.type(until, '2020-01-01T08:00');
    await click('Snooze');
    expect(await screen.findByText('That time has passed. Choose a later one.')).toBeTruthy();
    await click('Next Monday');
    await click('Snooze');
    await waitFor(() => expect(api.sent(operationsCall)).toHaveLength(1));
    expect(api.sent(operationsCall)[0]?.body).toMatchObject({ action: 'snooze', input: { until: expect.any(String) } });
  });

  it('assigns many tasks at once', async () => {
    const person = { id: idOf(901), name: 'Anna Berg', account: 'anna', departmentName: 'Anatomy' };
    const { api } = await openTasks('', { [operationsCall]: begun, 'GET /api/people': () => envelope([person]) });
    await userEvent.click(await screen.findByRole('checkbox', { name: /Select all/i }));
    await click('Assign');
    await userEvent.click(await screen.findByRole('button', { name: /Anna Berg/ }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Assign' }));
    await waitFor(() =>
      expect(api.sent(operationsCall)[0]?.body).toMatchObject({ action: 'assign', input: { userId: person.id } }),
    );
  });

  it('creates a task, keeps the input on errors and asks before discarding it', async () => {
    const create = 'POST /api/system/tasks';
    const fields = [{ path: 'link', message: 'no' }];
    let refuses = true;
    const { api } = await openTasks('', {
      [create]: () =>
        refuses
          ? failure(422, 'No.', { code: 'invalidInput', data: { fields } }, 422)
          : envelope(sampleView(9, { title: 'Order lamps' }), 201),
    });
    await click('New task');
    await userEvent.type(await screen.findByLabelText('What needs to be done?'), 'Order lamps');
    await userEvent.type(screen.getByLabelText('Link (optional)'), 'elsewhere');
    await click('Create');
    expect(await screen.findByText('Enter a link to a page in Lectern, starting with /app/.')).toBeTruthy();
    await click('Cancel');
    expect(await screen.findByText('Discard this task?')).toBeTruthy();
    await userEvent.click(
      within(screen.getAllByRole('dialog').at(-1) as HTMLElement).getByRole('button', { name: 'Cancel' }),
    );
    refuses = false;
    await userEvent.clear(screen.getByLabelText('Link (optional)'));
    await click('Create');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sent(create).at(-1)?.body).toMatchObject({ title: 'Order lamps', assigneeId: null, link: null });
  });
});

describe('an open task', () => {
  const one = `/api/system/tasks/${idOf(1)}`;
  const comments = `${one}/comments`;
  const open = (change = {}, calls = {}) =>
    openTasks(`?id=${idOf(1)}`, {
      [`GET ${one}`]: () => envelope(sampleView(1, change)),
      [`GET ${one}/lock`]: () => envelope(null),
      [`PUT ${one}/lock`]: () =>
        envelope({ holder: { id: me.id, name: 'Me' }, since: '2026-01-01T00:00:00.000Z', own: true }),
      [`DELETE ${one}/lock`]: () => envelope(null, 204),
      [`GET ${comments}`]: () => envelope([]),
      ...calls,
    });

  it('names its object and links to where it gets done', async () => {
    await open({
      kind: 'jobFailed',
      link: '/app/resource/info',
      about: { cause: 'The file is damaged.', steps: 'asr, convert' },
    });
    expect(await screen.findByText('The file is damaged.')).toBeTruthy();
    expect(screen.getByText('Speech recognition, Conversion')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Open page' })).toBeTruthy();
    // The title of a task opened by a rule can't be edited.
    expect(screen.queryByLabelText('What needs to be done?')).toBeNull();
  });

  it('is edited in place and has comments', async () => {
    const saved = `PATCH ${one}`;
    const said = {
      id: idOf(50),
      author: { id: me.id, name: 'Me' },
      text: 'On it',
      createdAt: '2026-01-01T00:00:00.000Z',
      own: true,
    };
    const { api } = await open(
      {},
      {
        [saved]: () => envelope(sampleView(1, { priority: 1, version: 2 })),
        [`POST ${comments}`]: () => envelope(said, 201),
      },
    );
    await userEvent.selectOptions(await screen.findByLabelText(/^Priority/), '1');
    await click('Save');
    await waitFor(() => expect(api.sent(saved)[0]?.body).toEqual({ priority: 1, version: 1 }));
    await userEvent.type(screen.getByLabelText('Comment'), 'On it{Control>}{Enter}{/Control}');
    await waitFor(() => expect(api.sent(`POST ${comments}`)[0]?.body).toEqual({ text: 'On it' }));
  });

  it('that is closed can be reopened, unless it was closed automatically', async () => {
    await open({ state: 'done', closedAt: '2026-01-01T00:00:00.000Z', closedByRule: true });
    expect(await screen.findByText('Closed automatically when its cause was resolved.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Assign' })).toBeNull();
    expect(screen.queryByRole('button', { name: /More/ })).toBeNull();
  });
});
