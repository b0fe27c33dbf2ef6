import { myTasks } from '@lectern/contract/features/my-tasks.ts';
import { listNotifications } from '@lectern/contract/features/notification.ts';
import {
  addTaskComment,
  createTask,
  getTask,
  listTaskActivity,
  listTaskComments,
  listTasks,
  removeTaskComment,
  type TaskAction,
  updateTask,
} from '@lectern/contract/features/task.ts';
import { ruleKinds } from '@lectern/contract/features/task-kinds.ts';
import { listTaskRules, saveTaskRoutes, updateTaskRule } from '@lectern/contract/features/task-rule.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import { buildCampus, type Campus } from '../../testing/campus.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeText } from '../../testing/text-rig.ts';

const pages = ['/app/system/task'];
let test: TestApp;
let campus: Campus;
let ada: Identity;
let bob: Identity;
let editor: Identity;
let stranger: Identity;
beforeAll(async () => {
  test = await startTestApp();
  campus = await buildCampus(test);
  const person = (roleId: 3 | 4, departmentId: string, name: string) =>
    test.identity({ roleId, pages, departmentId, name });
  [ada, bob] = [await person(4, campus.physics, 'Ada'), await person(4, campus.optics, 'Bob')];
  [editor, stranger] = [await person(3, campus.physics, 'Eva'), await person(3, campus.history, 'Sam')];
});
afterAll(() => test.close());

const create = (as: Identity, body: Record<string, unknown> = {}) =>
  test.call(createTask, { body: { title: 'Write it up', ...body } }, { as });
const update = async (as: Identity, id: string, body: Record<string, unknown>) => {
  const { version } = (await test.call(getTask, { params: { id } }, { as: test.admin })).data;
  return test.call(updateTask, { params: { id }, body: { version, ...body } }, { as });
};
const idsIn = async (as: Identity, tab: 'mine' | 'team' | 'created' | 'snoozed' | 'done', query = {}) =>
  (await test.call(listTasks, { query: { tab, ...query } }, { as })).data.rows.map(({ id }) => id);
const bellOf = async (as: Identity) =>
  (await test.call(listNotifications, {}, { as })).data.rows.map(({ kind, params }) => `${kind} ${params.title}`);
async function carryOut(as: Identity, action: TaskAction, id: string, input: object) {
  const found = test.container.services.actions.find((one) => one.list === 'task' && one.id === action);
  if (!found) throw new Error(`There is no action ${action}`);
  const actor = await test.context(as);
  const outcome = await test.db
    .transaction()
    .execute((transaction) => found.apply(transaction, id, found.input.parse(input), actor, undefined));
  return {
    outcome,
    undo: () =>
      test.db.transaction().execute((transaction) => {
        if (outcome.state !== 'done' || !found.undo) throw new Error('nothing to undo');
        const { before, version } = JSON.parse(JSON.stringify(outcome)) as { before: unknown; version: number };
        return found.undo(transaction, { objectId: id, before, version }, actor);
      }),
  };
}

describe('a manual task', () => {
  it('is for oneself or someone in the data scope, who is notified', async () => {
    const own = (await create(ada)).data;
    expect(own).toMatchObject({ kind: 'byHand', state: 'open', assignee: { name: 'Ada' }, createdBy: { name: 'Ada' } });
    const dueAt = '2030-01-01T10:00:00.000Z';
    const given = await create(editor, { title: 'Look at the lamps', assigneeId: bob.userId, priority: 1, dueAt });
    expect(given.data).toMatchObject({ assignee: { name: 'Bob' }, priority: 1, dueAt, department: { name: 'Optics' } });
    expect(await bellOf(bob)).toEqual(['taskAssigned Look at the lamps']);
    expect([await idsIn(bob, 'mine'), await idsIn(editor, 'created')]).toEqual([[given.data.id], [given.data.id]]);
    expect((await test.call(myTasks, {}, { as: bob })).data).toMatchObject({ count: 1 });
    for (const [as, assigneeId] of [
      [ada, bob.userId],
      [stranger, bob.userId],
      [editor, newId()],
    ] as const) {
      expect((await create(as, { assigneeId })).failure.code).toBe('invalidInput');
    }
    for (const link of ['https://evil.example', '//evil.example', 'javascript:alert(1)', '/login']) {
      expect((await create(ada, { link })).http).toBe(422);
    }
    expect((await create(ada, { link: '/app/resource/info?tab=mine' })).data.link).toBe('/app/resource/info?tab=mine');
  });

  it('is visible to assignee, creator and people with its department, and to no one else', async () => {
    const { id } = (await create(bob)).data;
    const seen = async (as: Identity) => (await test.call(getTask, { params: { id } }, { as })).http;
    expect([await seen(bob), await seen(editor), await seen(test.admin)]).toEqual([200, 200, 200]);
    expect([await seen(ada), await seen(stranger)]).toEqual([404, 404]);
    expect(await idsIn(editor, 'team')).toContain(id);
    expect(await idsIn(stranger, 'team')).not.toContain(id);
    const refused = [
      await update(stranger, id, { title: 'Mine now' }),
      await test.call(addTaskComment, { params: { id }, body: { text: 'Hello' } }, { as: stranger }),
      await test.call(listTaskComments, { params: { id } }, { as: stranger }),
      await test.call(listTaskActivity, { params: { id } }, { as: ada }),
    ];
    expect(refused.map(({ http }) => http)).toEqual([404, 404, 404, 404]);
  });

  it('can be started, snoozed, reassigned and closed, with activity, but not with an old version', async () => {
    const { id, version } = (await create(editor, { assigneeId: ada.userId })).data;
    expect((await update(ada, id, { state: 'doing' })).data.state).toBe('doing');
    expect((await update(ada, id, { title: 'Old', version })).failure.code).toBe('changedMeanwhile');
    await update(ada, id, { snoozedUntil: '2999-01-01T00:00:00.000Z' });
    expect([await idsIn(ada, 'mine'), await idsIn(ada, 'snoozed')]).toEqual([expect.not.arrayContaining([id]), [id]]);
    await update(ada, id, { snoozedUntil: null, priority: 1, dueAt: '2020-01-01T00:00:00.000Z' });
    expect((await test.call(getTask, { params: { id } }, { as: ada })).data.overdue).toBe(true);
    expect((await update(ada, id, { state: 'done', closeNote: 'All there.' })).data).toMatchObject({
      state: 'done',
      closedBy: { name: 'Ada' },
      closeNote: 'All there.',
      overdue: false,
      dismissed: false,
    });
    expect(await bellOf(editor)).toEqual(['taskDone Write it up']);
    expect((await update(ada, id, { title: 'Again' })).failure.code).toBe('taskClosed');
    expect((await update(ada, id, { state: 'open' })).data).toMatchObject({ state: 'open', closedAt: null });
    const activity = await test.call(listTaskActivity, { params: { id } }, { as: ada });
    expect(activity.data.rows).toHaveLength(6);
  });

  it('has comments: the people involved are notified, and only the author can delete one', async () => {
    const { id } = (await create(editor, { title: 'Talk', assigneeId: bob.userId })).data;
    const said = await test.call(addTaskComment, { params: { id }, body: { text: 'On it' } }, { as: bob });
    expect(await bellOf(editor)).toContain('taskCommented Talk');
    expect((await test.call(listTaskComments, { params: { id } }, { as: editor })).data).toMatchObject([
      { text: 'On it', own: false, author: { name: 'Bob' } },
    ]);
    const remove = (as: Identity, taskId = id) =>
      test.call(removeTaskComment, { params: { id: taskId, commentId: said.data.id } }, { as });
    const other = (await create(bob)).data.id;
    expect([(await remove(editor)).http, (await remove(bob, other)).http]).toEqual([404, 404]);
    expect((await test.call(getTask, { params: { id } }, { as: bob })).data.comments).toBe(1);
    expect((await remove(bob)).status).toBe(204);
    expect((await test.call(getTask, { params: { id } }, { as: bob })).data.comments).toBe(0);
  });

  it.each([
    ['assign', { userId: null }, { assignee_id: null }],
    ['setPriority', { priority: 3 }, { priority: 3 }],
    ['setDue', { dueAt: '2031-01-01T00:00:00.000Z' }, { due_at: new Date('2031-01-01') }],
    ['snooze', { until: '2031-01-01T00:00:00.000Z' }, { snoozed_until: new Date('2031-01-01') }],
    ['start', {}, { state: 'doing' }],
    ['finish', { note: 'Seen' }, { state: 'done', close_note: 'Seen' }],
    ['cancel', {}, { state: 'cancelled' }],
  ] as const)('%s works in bulk, with Undo', async (action, input, after) => {
    const { id } = (await create(editor, { assigneeId: bob.userId, dueAt: '2030-01-01T10:00:00.000Z' })).data;
    const row = () => test.db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const before = await row();
    const { undo } = await carryOut(editor, action, id, input);
    expect(await row()).toMatchObject(after);
    expect((await carryOut(editor, action, id, input)).outcome.state).toBe('skipped');
    expect(await undo()).toMatchObject({ state: 'done' });
    const { version: _, updated_at: __, ...values } = before;
    expect(await row()).toMatchObject(values);
    expect(await undo()).toMatchObject({ state: 'skipped' });
  });

  it('notifies once when it is due: after its snooze, or within a day', async () => {
    const [off, due] = [
      (await create(ada, { title: 'Put off' })).data.id,
      (await create(ada, { title: 'Due' })).data.id,
    ];
    const set = (id: string, values: object) => test.db.updateTable('tasks').set(values).where('id', '=', id).execute();
    await set(off, { snoozed_until: new Date(Date.now() - 1_000) });
    await set(due, { due_at: new Date(Date.now() + 3_600_000), created_at: new Date(0) });
    const rounds = test.container.services.taskRounds;
    const options = { everything: false, signal: new AbortController().signal };
    expect(await rounds(test.db, options)).toMatchObject({ reminded: 2 });
    expect(await bellOf(ada)).toEqual(expect.arrayContaining(['taskBack Put off', 'taskDue Due']));
    expect(await rounds(test.db, options)).toMatchObject({ reminded: 0 });
  });

  it('of another team can’t be changed', async () => {
    const { id } = (await create(bob)).data;
    await expect(carryOut(stranger, 'finish', id, {})).rejects.toMatchObject({ code: 'notFound' });
  });
});

describe('an automatic task', () => {
  const keyOf = (id: string) => `textDoubtful:ocr:${id}`;
  async function doubtful() {
    const { id } = await makeText(test, { owner: ada, source: 'ocr' });
    await test.container.services.taskLoop.drain();
    const task = await test.container.services.tasks.findOpen(test.db, keyOf(id));
    if (!task) throw new Error('no to-do');
    return { id, task };
  }

  it('closed by a person doesn’t reopen until its cause has ended', async () => {
    const { id, task } = await doubtful();
    expect((await update(ada, task.id, { title: 'Mine' })).failure.code).toBe('invalidInput');
    expect((await update(ada, task.id, { state: 'cancelled' })).data).toMatchObject({ dismissed: true });
    const { taskLoop, tasks } = test.container.services;
    await taskLoop.reconcile(['textDoubtful']);
    expect(await tasks.findOpen(test.db, keyOf(id))).toBeUndefined();
    const check = async (state: string) => {
      await test.db.updateTable('jobs').set({ check_state: state }).where('resource_id', '=', id).execute();
      await taskLoop.drain();
    };
    await check('checked');
    await check('needs_check');
    expect(await tasks.findOpen(test.db, keyOf(id))).toMatchObject({ state: 'open' });
  });

  it('goes to the person with the fewest tasks in the college’s route, otherwise to the owner', async () => {
    const holder = async (name: string) => {
      const person = await test.identity({ roleId: 4, departmentId: campus.history, name });
      await test.db.updateTable('users').set({ position_id: campus.plain }).where('id', '=', person.userId).execute();
      return person.userId;
    };
    const clerks = [await holder('Clerk A'), await holder('Clerk B')];
    const route = { collegeId: null, positionId: campus.plain, userId: null };
    const save = (routes: object[], as = test.admin) =>
      test.call(saveTaskRoutes, { params: { kind: 'textDoubtful' }, body: { routes } as never }, { as });
    expect((await save([route])).data.routes).toMatchObject([{ college: null, holders: 2 }]);
    const given = [(await doubtful()).task.assignee_id, (await doubtful()).task.assignee_id];
    expect(given.sort()).toEqual([...clerks].sort());
    expect((await save([route, route])).failure.code).toBe('invalidInput');
    expect((await save([{ ...route, positionId: newId() }])).failure.code).toBe('invalidInput');
    expect((await save([{ ...route, userId: bob.userId }])).http).toBe(422);
    expect((await save([route], editor)).http).toBe(403);
    await test.db.updateTable('users').set({ access: 1 }).where('id', 'in', clerks).execute();
    expect((await doubtful()).task.assignee_id).toBe(ada.userId);
    await save([]);
  });

  it('has the configured priority, and isn’t opened while its rule is off', async () => {
    const set = (body: object, kind = 'textDoubtful') =>
      test.call(updateTaskRule, { params: { kind: kind as 'review' }, body }, { as: test.admin });
    const { id } = await doubtful();
    await set({ priority: 1, dueDays: 1 });
    expect((await doubtful()).task).toMatchObject({ priority: 1, due_at: expect.any(Date) });
    expect((await set({ enabled: false })).data).toMatchObject({ enabled: false, open: 0 });
    expect(await test.container.services.tasks.findOpen(test.db, keyOf(id))).toBeUndefined();
    await set({ enabled: true });
    expect(await test.container.services.tasks.findOpen(test.db, keyOf(id))).toBeDefined();
    expect((await set({ enabled: false }, 'reviewDue')).failure.code).toBe('invalidInput');
    expect((await test.call(listTaskRules, {}, { as: test.admin })).data).toHaveLength(ruleKinds.length);
  });
});
