import { getCurrentUser, login } from '@lectern/contract/features/auth.ts';
import type { UserAction } from '@lectern/contract/features/user.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemOutcome } from '../../platform/operation/operation-action.ts';
import { enrol } from '../../testing/authenticator.ts';
import { buildCampus, type Campus } from '../../testing/campus.ts';
import { type Identity, startTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';

let test: TestApp;
let campus: Campus;
beforeAll(async () => {
  test = await startTestApp();
  campus = await buildCampus(test);
});
afterAll(() => test.close());

function actionOf(app: TestApp, id: UserAction) {
  const action = app.container.services.actions.find((one) => one.list === 'user' && one.id === id);
  if (!action) throw new Error(`There is no action ${id}`);
  return action;
}

/** Applies an action the way the operation engine does: parsed input, one transaction, current permissions. */
async function carryOut(as: Identity, id: UserAction, target: { userId: string }, input: object = {}, app = test) {
  const action = actionOf(app, id);
  const actor = await app.context(as);
  return app.db
    .transaction()
    .execute((transaction) => action.apply(transaction, target.userId, action.input.parse(input), actor, undefined));
}

async function undo(as: Identity, id: UserAction, target: { userId: string }, outcome: ItemOutcome) {
  if (outcome.state !== 'done') throw new Error(`Nothing to undo: ${outcome.reason}`);
  const { before, version } = JSON.parse(JSON.stringify(outcome)) as { before: unknown; version: number };
  const actor = await test.context(as);
  return test.db.transaction().execute(async (transaction) => {
    const action = actionOf(test, id);
    if (!action.undo) throw new Error(`${id} can't be undone`);
    return action.undo(transaction, { objectId: target.userId, before, version }, actor);
  });
}

const rowOf = ({ userId }: { userId: string }) =>
  test.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
const isSignedIn = async (as: Identity) => (await test.call(getCurrentUser, {}, { as })).status === 200;
const newPerson = () => campus.personIn(campus.physics);
const activitiesOf = async ({ userId }: { userId: string }) =>
  (await test.db.selectFrom('activities').select('action').where('object_id', '=', userId).orderBy('id').execute()).map(
    ({ action }) => action,
  );

describe('forbid and allow', () => {
  it('notify the person’s open windows once, whether or not a session ended', async () => {
    const told = async ({ userId }: { userId: string }) =>
      (await test.db.selectFrom('events').select('payload').where('user_id', '=', userId).execute()).length;
    const person = await newPerson();
    await carryOut(campus.editor, 'forbid', person);
    expect(await told(person)).toBe(1);
    await carryOut(campus.editor, 'allow', person);
    expect(await told(person)).toBe(2);
    await carryOut(campus.editor, 'forbid', person);
    expect(await told(person)).toBe(3);
  });

  it('end sessions immediately, and Undo restores access exactly', async () => {
    const person = await newPerson();
    const outcome = await carryOut(campus.editor, 'forbid', person);
    expect(outcome).toMatchObject({ state: 'done', label: (await rowOf(person)).name, version: 2 });
    expect(await isSignedIn(person)).toBe(false);
    expect((await carryOut(campus.editor, 'forbid', person)).state).toBe('skipped');
    expect(await undo(campus.editor, 'forbid', person, outcome)).toMatchObject({ state: 'done' });
    expect((await rowOf(person)).access).toBe(0);
    expect(await test.signIn(person.account)).toBeTruthy();
    expect(await activitiesOf(person)).toEqual(['user.forbidden', 'user.changeUndone']);
  });

  it('are undone only for people who haven’t changed since', async () => {
    const person = await newPerson();
    const outcome = await carryOut(test.admin, 'forbid', person);
    await carryOut(test.admin, 'setPosition', person, { positionId: campus.plain });
    expect(await undo(test.admin, 'forbid', person, outcome)).toMatchObject({
      state: 'skipped',
      reason: 'It has changed since.',
    });
    expect((await rowOf(person)).access).toBe(1);
  });

  it('allow someone again', async () => {
    const person = await newPerson();
    await carryOut(test.admin, 'forbid', person);
    const allowed = await carryOut(test.admin, 'allow', person);
    expect(allowed.state).toBe('done');
    expect(await test.signIn(person.account)).toBeTruthy();
    expect(await undo(test.admin, 'allow', person, allowed)).toMatchObject({ state: 'done' });
    expect((await rowOf(person)).access).toBe(1);
  });
});

describe('protected people', () => {
  it.each(['forbid', 'leave', 'forceLogout', 'resetTwoFactor'] as const)('%s never applies to oneself', async (id) => {
    const administrator = await test.identity({ roleId: 2 });
    const outcome = await carryOut(administrator, id, administrator, id === 'leave' ? { toUserId: null } : {});
    expect(outcome).toMatchObject({ state: 'skipped', reason: expect.stringContaining('to yourself') });
    expect(await isSignedIn(administrator)).toBe(true);
  });

  it.each([
    ['allow', {}],
    ['forbid', {}],
    ['forceLogout', {}],
    ['unlock', {}],
    ['resetTwoFactor', {}],
    ['setRole', { roleId: 4 }],
    ['setDepartment', { departmentId: null }],
    ['setPosition', { positionId: null }],
    ['transfer', { toUserId: '0197a0d0-0000-7000-8000-000000000001' }],
    ['leave', { toUserId: null }],
  ] as const)('%s skips people with more power and names them', async (id, input) => {
    const administrator = await test.identity({ roleId: 2 });
    const before = await rowOf(test.admin);
    const outcome = await carryOut(administrator, id, test.admin, input);
    expect(outcome).toMatchObject({
      state: 'skipped',
      label: 'Administrator',
      reason: expect.stringContaining('power'),
    });
    expect(await rowOf(test.admin)).toEqual(before);
    expect(await isSignedIn(test.admin)).toBe(true);
  });

  it('are unknown when out of scope, like people who don’t exist', async () => {
    const historian = await campus.personIn(campus.history);
    await expect(carryOut(campus.editor, 'forbid', historian)).rejects.toMatchObject({ code: 'notFound' });
    await expect(carryOut(campus.editor, 'forbid', { userId: campus.unknown })).rejects.toMatchObject({
      code: 'notFound',
    });
    expect((await rowOf(historian)).access).toBe(0);
  });

  it('include the last super administrator, even when two forbid each other', async () => {
    const own = await startTestApp();
    const all = [own.admin, await own.identity({ roleId: 1 }), await own.identity({ roleId: 1 })];
    const pairs = all.flatMap((actor) => all.filter((target) => target !== actor).map((target) => ({ actor, target })));
    const contexts = new Map(await Promise.all(all.map(async (one) => [one, await own.context(one)] as const)));
    const forbid = actionOf(own, 'forbid');
    const outcomes = await Promise.all(
      pairs.map(({ actor, target }) =>
        own.db.transaction().execute((transaction) => {
          const context = contexts.get(actor);
          if (!context) throw new Error('no context');
          return forbid.apply(transaction, target.userId, {}, context, undefined);
        }),
      ),
    );
    const left = await own.db
      .selectFrom('users')
      .select('id')
      .where('role_id', '=', 1)
      .where('access', '=', 0)
      .execute();
    expect(left).toHaveLength(1);
    expect(outcomes.filter(({ state }) => state === 'done')).toHaveLength(2);
    await own.close();
  });

  it('are skipped with a reason in the actor’s language', async () => {
    const administrator = await test.identity({ roleId: 2 });
    const actor = { ...(await test.context(administrator)), language: 'zh' as const };
    const outcome = await test.db
      .transaction()
      .execute((transaction) => actionOf(test, 'forbid').apply(transaction, test.admin.userId, {}, actor, undefined));
    expect(outcome).toMatchObject({ state: 'skipped', reason: expect.stringContaining('权限高于您') });
  });
});

describe('role, department and position', () => {
  it('can be set and undone', async () => {
    const person = await newPerson();
    const steps = [
      ['setRole', { roleId: 3 }, { role_id: 3 }, { role_id: 4 }],
      [
        'setDepartment',
        { departmentId: campus.history },
        { department_id: campus.history },
        { department_id: campus.physics },
      ],
      ['setPosition', { positionId: campus.plain }, { position_id: campus.plain }, { position_id: null }],
    ] as const;
    for (const [id, input, after, before] of steps) {
      const outcome = await carryOut(test.admin, id, person, input);
      expect(await rowOf(person)).toMatchObject(after);
      expect((await carryOut(test.admin, id, person, input)).state).toBe('skipped');
      expect((await undo(test.admin, id, person, outcome)).state).toBe('done');
      expect(await rowOf(person)).toMatchObject(before);
    }
  });

  it('limit specialists to their own role, departments and pages', async () => {
    const person = await newPerson();
    const before = await rowOf(person);
    const outcomes = [
      await carryOut(campus.editor, 'setRole', person, { roleId: 2 }),
      await carryOut(campus.editor, 'setDepartment', person, { departmentId: campus.history }),
      await carryOut(campus.editor, 'setDepartment', person, { departmentId: null }),
      await carryOut(campus.editor, 'setPosition', person, { positionId: campus.director }),
      await carryOut(campus.editor, 'setPosition', person, { positionId: campus.powerful }),
      await carryOut(campus.editor, 'setRole', campus.editor, { roleId: 4 }),
      await carryOut(campus.editor, 'setDepartment', campus.editor, { departmentId: campus.optics }),
    ];
    expect(outcomes.map(({ state }) => state)).toEqual(outcomes.map(() => 'skipped'));
    expect(await rowOf(person)).toEqual(before);
  });

  it('are checked again on Undo', async () => {
    const person = await newPerson();
    const outcome = await carryOut(test.admin, 'setPosition', person, { positionId: campus.powerful });
    const taken = await carryOut(test.admin, 'setPosition', person, { positionId: null });
    expect(outcome.state).toBe('done');
    expect(await undo(campus.editor, 'setPosition', person, taken)).toMatchObject({ state: 'skipped' });
    expect((await rowOf(person)).position_id).toBeNull();
  });

  it('refuse invalid input', () => {
    expect(actionOf(test, 'setRole').input.safeParse({ roleId: 9 }).success).toBe(false);
    expect(actionOf(test, 'setDepartment').input.safeParse({}).success).toBe(false);
    expect(actionOf(test, 'forbid').input.safeParse({ access: 0 }).success).toBe(false);
  });
});

describe('actions on access', () => {
  it('log someone out everywhere, once', async () => {
    const person = await newPerson();
    const second = await test.signIn(person.account);
    expect((await carryOut(campus.editor, 'forceLogout', person)).state).toBe('done');
    expect([await isSignedIn(person), await isSignedIn(second)]).toEqual([false, false]);
    expect(await carryOut(campus.editor, 'forceLogout', person)).toMatchObject({ state: 'skipped' });
  });

  it('unlock an account that strangers locked by guessing', async () => {
    const person = await newPerson();
    expect((await carryOut(campus.editor, 'unlock', person)).state).toBe('skipped');
    const guess = (password: string) => test.call(login, { body: { account: person.account, password } });
    for (let number = 0; number < 10; number += 1) await guess('wrong');
    expect((await guess(testPassword)).failure.code).toBe('tooManyTries');
    expect((await carryOut(campus.editor, 'unlock', person)).state).toBe('done');
    expect((await guess(testPassword)).status).toBe(200);
    expect(await activitiesOf(person)).toContain('user.unlocked');
  });

  it('remove a lost second factor and notify its owner', async () => {
    const person = await newPerson();
    expect((await carryOut(campus.editor, 'resetTwoFactor', person)).state).toBe('skipped');
    await enrol(test, person, testPassword);
    expect((await carryOut(campus.editor, 'resetTwoFactor', person)).state).toBe('done');
    expect((await rowOf(person)).totp_secret).toBeNull();
    expect((await test.call(login, { body: { account: person.account, password: testPassword } })).data).toHaveProperty(
      'token',
    );
  });
});

describe('a transfer', () => {
  async function withThings() {
    const person = await newPerson();
    const { task } = await test.container.services.tasks.open(test.db, {
      kind: 'other',
      title: 'To do',
      createdBy: null,
      assigneeId: person.userId,
    });
    const view = (id: string, name: string, shared: boolean, ownerId = person.userId) => ({
      id,
      list: 'user',
      owner_id: ownerId,
      name,
      query: '',
      shared,
    });
    const heir = await newPerson();
    const ids = { shared: crypto.randomUUID(), own: crypto.randomUUID(), namesake: crypto.randomUUID() };
    await test.db
      .insertInto('list_views')
      .values([
        view(ids.shared, 'Mine', true),
        view(ids.own, 'Private', false),
        view(ids.namesake, 'mine', false, heir.userId),
      ])
      .execute();
    return { person, heir, taskId: task.id, ids };
  }
  const assigneeOf = async (id: string) =>
    (await test.db.selectFrom('tasks').select('assignee_id').where('id', '=', id).executeTakeFirstOrThrow())
      .assignee_id;
  const ownerOf = async (id: string) =>
    (await test.db.selectFrom('list_views').select('owner_id').where('id', '=', id).executeTakeFirstOrThrow()).owner_id;

  it('moves tasks and shared views but no private ones, and Undo returns what the new owner still has', async () => {
    const { person, heir, taskId, ids } = await withThings();
    const outcome = await carryOut(campus.editor, 'transfer', person, { toUserId: heir.userId });
    expect(outcome).toMatchObject({ state: 'done', before: { moved: { task: [taskId], listView: [ids.shared] } } });
    expect(await assigneeOf(taskId)).toBe(heir.userId);
    expect(await ownerOf(ids.shared)).toBe(heir.userId);
    expect(await ownerOf(ids.own)).toBe(person.userId);
    expect((await carryOut(campus.editor, 'transfer', person, { toUserId: heir.userId })).state).toBe('skipped');
    await test.db.updateTable('tasks').set({ assignee_id: campus.editor.userId }).where('id', '=', taskId).execute();
    expect((await undo(campus.editor, 'transfer', person, outcome)).state).toBe('done');
    expect(await assigneeOf(taskId)).toBe(campus.editor.userId);
    expect(await ownerOf(ids.shared)).toBe(person.userId);
    const history = await test.db.selectFrom('activities').select('action').where('object_id', '=', taskId).execute();
    expect(history.map(({ action }) => action)).toContain('task.handedOn');
  });

  it('needs another allowed person in scope', async () => {
    const { person, heir, taskId } = await withThings();
    const historian = await campus.personIn(campus.history);
    await carryOut(test.admin, 'forbid', heir);
    for (const toUserId of [heir.userId, historian.userId, person.userId, campus.unknown]) {
      expect((await carryOut(campus.editor, 'transfer', person, { toUserId })).state).toBe('skipped');
      expect((await carryOut(campus.editor, 'leave', person, { toUserId })).state).toBe('skipped');
    }
    expect(await assigneeOf(taskId)).toBe(person.userId);
    expect((await rowOf(person)).access).toBe(0);
    expect(await isSignedIn(person)).toBe(true);
  });

  it('happens together with leaving: forbidden, logged out, everything transferred', async () => {
    const { person, heir, taskId, ids } = await withThings();
    const outcome = await carryOut(campus.editor, 'leave', person, { toUserId: heir.userId });
    expect(outcome.state).toBe('done');
    expect((await rowOf(person)).access).toBe(1);
    expect(await isSignedIn(person)).toBe(false);
    expect([await assigneeOf(taskId), await ownerOf(ids.shared)]).toEqual([heir.userId, heir.userId]);
    expect(await activitiesOf(person)).toEqual(['user.forbidden', 'user.left']);
    expect((await undo(campus.editor, 'leave', person, outcome)).state).toBe('done');
    expect((await rowOf(person)).access).toBe(0);
    expect([await assigneeOf(taskId), await ownerOf(ids.shared)]).toEqual([person.userId, person.userId]);
  });

  it('is left out of leaving when no one is named', async () => {
    const { person, taskId } = await withThings();
    expect((await carryOut(campus.editor, 'leave', person, { toUserId: null })).state).toBe('done');
    expect(await assigneeOf(taskId)).toBe(person.userId);
  });
});
