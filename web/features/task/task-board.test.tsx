import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../../lib/notifications.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { envelope, failure, type SentCall } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { idOf, openTasks, samplePage, sampleTask, sampleView, tasksCall } from './testing/open-tasks.tsx';

let streams: ReturnType<typeof stubEventSource>;

beforeEach(async () => {
  await openFreshWindow();
  streams = stubEventSource();
});
afterEach(closeWindow);

const patch = `PATCH /api/system/tasks/${idOf(1)}`;
let state = 'open';
const answer = ({ url }: SentCall) => {
  const asked = url.searchParams.get('tab') === 'done' ? 'done' : url.searchParams.get('state');
  return envelope(samplePage(asked === state ? [sampleTask(1, { state: state as 'open' })] : []));
};
const column = (name: RegExp) => within(screen.getByRole('region', { name }));

describe('the board', () => {
  it('moves the card in focus by keys, keeps the focus on it, and offers the way back', async () => {
    state = 'open';
    const { api } = await openTasks('?show=board', {
      [tasksCall]: answer,
      [patch]: ({ body }) => {
        state = (body as { state: string }).state;
        return envelope(sampleView(1, { state: state as 'open', version: 2 }));
      },
    });
    const card = await screen.findByRole('link', { name: 'To-do 1' });
    card.focus();
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await waitFor(() => expect(column(/^In progress/).getByRole('link', { name: 'To-do 1' })).toBeTruthy());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('To-do 1'));
    expect(api.sent(patch)[0]?.body).toEqual({ state: 'doing', version: 1 });
    const told = notifications.get().at(-1);
    expect(told?.title).toBe('“To-do 1” moved to In progress');
    told?.action?.run();
    await waitFor(() => expect(column(/^Open/).getByRole('link', { name: 'To-do 1' })).toBeTruthy());
    expect(api.sent(patch).at(-1)?.body).toEqual({ state: 'open', version: 2 });
  });

  it('says that the time on a card is when it is due', async () => {
    const dueAt = new Date(Date.now() + 26 * 3_600_000).toISOString();
    await openTasks('?show=board', {
      [tasksCall]: ({ url }: SentCall) =>
        envelope(samplePage(url.searchParams.get('state') === 'open' ? [sampleTask(1, { dueAt })] : [])),
    });
    expect(await screen.findByText('Due tomorrow')).toBeTruthy();
  });

  it('focuses the next card after one is closed', async () => {
    let left = [1, 2, 3];
    const { all } = streams;
    await openTasks('?show=board', {
      [tasksCall]: ({ url }: SentCall) =>
        envelope(samplePage(url.searchParams.get('state') === 'open' ? left.map((one) => sampleTask(one)) : [])),
    });
    (await screen.findByRole('button', { name: 'Actions for To-do 2' })).focus();
    expect(document.querySelector('[data-focus-home]')).toBeNull();
    left = [1, 3];
    act(() => {
      all[0]?.open();
      all[0]?.send('task', { topic: 'task' }, '1');
    });
    await waitFor(() => expect(screen.queryByRole('link', { name: 'To-do 2' })).toBeNull(), { timeout: 5_000 });
    expect(document.querySelector('[data-focus-home]')?.textContent).toBe('To-do 3');
  });

  it('keeps a card in place when a move is refused, and says why', async () => {
    state = 'open';
    await openTasks('?show=board', {
      [tasksCall]: answer,
      [patch]: () =>
        failure(409, 'Someone else changed this while you were editing.', { code: 'changedMeanwhile' }, 409),
    });
    (await screen.findByRole('link', { name: 'To-do 1' })).focus();
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await waitFor(() =>
      expect(notifications.get().at(-1)?.text).toBe('Someone else changed this while you were editing.'),
    );
    expect(column(/^Open/).getByRole('link', { name: 'To-do 1' })).toBeTruthy();
  });

  it('shows the team’s, or those one has written, as the address says', async () => {
    const { api, address } = await openTasks('?show=board', { [tasksCall]: () => envelope(samplePage([])) });
    await userEvent.click(await screen.findByRole('radio', { name: 'My team' }));
    await waitFor(() => expect(address()).toBe('/app/system/task?show=board&of=team'));
    await waitFor(() => expect(api.calls.some(({ url }) => url.searchParams.get('tab') === 'team')).toBe(true));
    expect(await screen.findByText('No open tasks')).toBeTruthy();
  });
});

describe('the rules', () => {
  const rule = {
    ...{ kind: 'textDoubtful', enabled: true, always: false, priority: 3, dueDays: 14, fallback: 'owner', open: 5 },
    routes: [{ college: null, position: { id: idOf(601), name: 'Librarian' }, person: null, holders: 0 }],
  };
  const units = {
    colleges: [{ id: idOf(401), name: 'Medicine', code: 'MED', parentId: null }],
    departments: [],
    positions: [{ id: idOf(601), name: 'Librarian', roleId: 4 }],
  };
  const base = '/api/system/taskRules';

  it('are switched off, and routed by college', async () => {
    const saved = `PUT ${base}/textDoubtful/routes`;
    const { api } = await openTasks('?show=rules', {
      [`GET ${base}`]: () => envelope([rule]),
      [`PATCH ${base}/textDoubtful`]: () => envelope({ ...rule, enabled: false }),
      [saved]: () => envelope(rule),
      'GET /api/organisation/units': () => envelope(units),
    });
    expect(await screen.findByText('No one available. The next assignee is used')).toBeTruthy();
    await userEvent.click(screen.getByRole('switch', { name: 'On' }));
    await waitFor(() => expect(api.sent(`PATCH ${base}/textDoubtful`)[0]?.body).toEqual({ enabled: false }));
    await userEvent.click(screen.getByRole('button', { name: 'Edit assignees' }));
    const add = await screen.findByRole<HTMLButtonElement>('button', { name: 'Add assignee' });
    await waitFor(() => expect(add.disabled).toBe(false));
    await userEvent.click(add);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Choose an assignee.')).toBeTruthy();
    await userEvent.selectOptions(screen.getAllByLabelText('Assigned to').at(-1) as HTMLElement, idOf(601));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.sent(saved)).toHaveLength(1));
    expect(api.sent(saved)[0]?.body).toEqual({
      routes: [
        { collegeId: null, positionId: idOf(601), userId: null },
        { collegeId: idOf(401), positionId: idOf(601), userId: null },
      ],
    });
  });
});
