import { getCurrentUser, login } from '@lectern/contract/features/auth.ts';
import type { GroupContent } from '@lectern/contract/features/permission-group.ts';
import {
  endUserSession,
  getEffectivePermissions,
  listOwnedThings,
  listUserSessions,
  resetUserPassword,
} from '@lectern/contract/features/user.ts';
import { accessFlag } from '@lectern/contract/roles.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCampus, type Campus } from '../../testing/campus.ts';
import { type Identity, startTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';

let test: TestApp;
let campus: Campus;
beforeAll(async () => {
  test = await startTestApp();
  campus = await buildCampus(test);
});
afterAll(() => test.close());

const isSignedIn = async (as: Identity) => (await test.call(getCurrentUser, {}, { as })).status === 200;

describe('resetting a password', () => {
  const reset = (as: Identity, id: string, headers = {}) =>
    test.call(resetUserPassword, { params: { id } }, { as, headers });

  it('hands a new one over, ends every session and forgets every device', async () => {
    const person = await campus.personIn(campus.physics);
    await test.signIn(person.account);
    const answer = await reset(test.admin, person.userId);
    const password = answer.data.by === 'password' ? answer.data.password : '';
    expect(await isSignedIn(person)).toBe(false);
    const old = await test.call(login, { body: { account: person.account, password: testPassword } });
    expect(old.failure.code).toBe('wrongCredentials');
    expect((await test.signIn(person.account, password)).mustChangePassword).toBe(true);
    const devices = await test.db
      .selectFrom('user_devices')
      .select('hash')
      .where('user_id', '=', person.userId)
      .execute();
    expect(devices).toHaveLength(1);
    const activities = await test.db
      .selectFrom('activities')
      .selectAll()
      .where('object_id', '=', person.userId)
      .execute();
    expect(activities.map(({ action }) => action)).toContain('user.passwordReset');
    expect(JSON.stringify(activities)).not.toContain(password);
    expect(test.logLines.join('')).not.toContain(password);
  });

  it('is not for oneself, for those with more power or out of scope, or without the ability', async () => {
    const administrator = await test.identity({ roleId: 2 });
    const historian = await campus.personIn(campus.history);
    expect((await reset(administrator, administrator.userId)).failure.code).toBe('notOneself');
    expect((await reset(administrator, test.admin.userId)).failure.code).toBe('morePowerful');
    expect((await reset(campus.editor, historian.userId)).failure.code).toBe('notFound');
    expect((await reset(test.admin, campus.unknown)).failure.code).toBe('notFound');
    expect(await isSignedIn(historian)).toBe(true);
    expect(await isSignedIn(test.admin)).toBe(true);
  });

  it('keeps the password from twins of the request', async () => {
    const person = await campus.personIn(campus.physics);
    const headers = { 'idempotency-key': 'reset-once' };
    const first = await reset(test.admin, person.userId, headers);
    expect((await reset(test.admin, person.userId, headers)).http).toBe(409);
    const password = first.data.by === 'password' ? first.data.password : '';
    expect(await test.signIn(person.account, password)).toBeTruthy();
  });
});

describe('sessions of a user', () => {
  it('are listed and ended one by one', async () => {
    const person = await campus.personIn(campus.physics);
    const second = await test.signIn(person.account);
    const sessions = await test.call(listUserSessions, { params: { id: person.userId } }, { as: campus.editor });
    expect(sessions.data).toHaveLength(2);
    expect(sessions.data.every(({ current }) => !current)).toBe(true);
    const first = await test.context(person);
    const params = { id: person.userId, sessionId: first.principal.sessionId };
    expect((await test.call(endUserSession, { params }, { as: campus.editor })).status).toBe(204);
    expect(await isSignedIn(person)).toBe(false);
    expect(await isSignedIn(second)).toBe(true);
    expect((await test.call(endUserSession, { params }, { as: campus.editor })).failure.code).toBe('notFound');
  });

  it('belong to their user: another user’s session isn’t found under this one', async () => {
    const [mine, other] = [await campus.personIn(campus.physics), await campus.personIn(campus.history)];
    const { sessionId } = (await test.context(other)).principal;
    for (const as of [test.admin, campus.editor]) {
      const answer = await test.call(endUserSession, { params: { id: mine.userId, sessionId } }, { as });
      expect(answer.failure.code).toBe('notFound');
    }
    expect(await isSignedIn(other)).toBe(true);
  });

  it('of people above or out of scope stay hidden and untouched', async () => {
    const { sessionId } = (await test.context(test.admin)).principal;
    const administrator = await test.identity({ roleId: 2 });
    const historian = await campus.personIn(campus.history);
    const list = async (as: Identity, id: string) =>
      (await test.call(listUserSessions, { params: { id } }, { as })).failure.code;
    expect(await list(administrator, test.admin.userId)).toBe('morePowerful');
    expect(await list(campus.editor, historian.userId)).toBe('notFound');
    const params = { id: test.admin.userId, sessionId };
    expect((await test.call(endUserSession, { params }, { as: administrator })).failure.code).toBe('morePowerful');
    expect(await isSignedIn(test.admin)).toBe(true);
  });
});

describe('effective permissions', () => {
  const pagesOf = async (id: string, as = test.admin) => {
    const { data } = await test.call(getEffectivePermissions, { params: { id } }, { as });
    return new Map(data.map((page) => [page.path, page]));
  };

  it('match what the person can actually open, page by page', async () => {
    const person = await test.identity({
      roleId: 3,
      departmentId: campus.optics,
      pages: ['/app/home/my', '/app/course/list'],
    });
    const own = (await test.call(getCurrentUser, {}, { as: person })).data.permissions;
    const allowed = [...(await pagesOf(person.userId)).values()]
      .filter((page) => page.allowed)
      .map((page) => page.path);
    expect(allowed.filter((path) => path !== '/app/home/profile').sort()).toEqual([...own].sort());
  });

  it('name the groups and the way the person belongs to them; forbid wins', async () => {
    const { permissionGroups } = test.container.services;
    const context = await test.context(test.admin);
    const rules = { '/app/email/list': accessFlag.allow, '/app/data/convert': accessFlag.allow };
    const group = (name: string, content: Pick<GroupContent, 'rules' | 'members'>) =>
      permissionGroups.create(context, { name, description: '', ...content }, { acceptClosed: true });
    await group('Giving', { rules, members: [{ kind: 'department', id: campus.history }] });
    const forbids = { '/app/data/convert': accessFlag.forbid };
    await group('Taking', { rules: forbids, members: [{ kind: 'position', id: campus.plain }] });
    const person = await campus.personIn(campus.history);
    await test.db.updateTable('users').set({ position_id: campus.plain }).where('id', '=', person.userId).execute();
    const pages = await pagesOf(person.userId);
    expect(pages.get('/app/email/list')).toEqual({
      path: '/app/email/list',
      allowed: true,
      because: [{ kind: 'group', group: 'Giving', flag: 0, through: 'department' }],
    });
    expect(pages.get('/app/data/convert')).toEqual({
      path: '/app/data/convert',
      allowed: false,
      because: [
        { kind: 'group', group: 'Taking', flag: 1, through: 'position' },
        { kind: 'group', group: 'Giving', flag: 0, through: 'department' },
      ],
    });
    expect(pages.get('/app/course/list')?.because).toEqual([{ kind: 'unset', group: null, flag: null, through: null }]);
  });

  it('of an administrator come from the ability', async () => {
    const pages = await pagesOf(test.admin.userId);
    expect([...pages.values()].every((page) => page.allowed)).toBe(true);
    expect(pages.get('/app/system/accessGroup')?.because[0]?.kind).toBe('ability');
  });

  it('are hidden out of scope', async () => {
    const historian = await campus.personIn(campus.history);
    const answer = await test.call(
      getEffectivePermissions,
      { params: { id: historian.userId } },
      { as: campus.editor },
    );
    expect(answer.failure.code).toBe('notFound');
  });
});

it('counts what a user owns, within the data scope', async () => {
  const [physicist, historian] = [await campus.personIn(campus.physics), await campus.personIn(campus.history)];
  await test.container.services.tasks.open(test.db, {
    kind: 'other',
    title: 'A to-do',
    createdBy: null,
    assigneeId: physicist.userId,
  });
  const owned = (id: string) => test.call(listOwnedThings, { params: { id } }, { as: campus.editor });
  expect((await owned(physicist.userId)).data).toEqual([
    { kind: 'task', count: 1 },
    { kind: 'listView', count: 0 },
    { kind: 'resource', count: 0 },
    { kind: 'course', count: 0 },
  ]);
  expect((await owned(historian.userId)).failure.code).toBe('notFound');
});
