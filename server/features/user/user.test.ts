import { login } from '@lectern/contract/features/auth.ts';
import { createUser, getUser, updateUser } from '@lectern/contract/features/user.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCampus, type Campus, usersPage as page } from '../../testing/campus.ts';
import { type Identity, startTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';

let test: TestApp;
let campus: Campus;
beforeAll(async () => {
  test = await startTestApp();
  campus = await buildCampus(test);
});
afterAll(() => test.close());

const person = { name: 'New Comer', email: null, phone: null, departmentId: null, positionId: null };
let count = 0;
const newAccount = () => `newcomer-${++count}`;

const create = (as: Identity, change: Record<string, unknown> = {}, headers = {}) =>
  test.call(createUser, { body: { ...person, account: newAccount(), roleId: 4, ...change } as never }, { as, headers });

const rowOf = (id: string) => test.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('creating a user', () => {
  it('shows a one-time password once; it expires and must be changed', async () => {
    const { data, status } = await create(test.admin, { account: '  Ｎew.Comer ' });
    expect(status).toBe(201);
    expect(data.user).toMatchObject({ account: 'new.comer', roleId: 4, access: 0, twoFactor: false, version: 1 });
    if (data.handover.by !== 'password') throw new Error('no password was handed over');
    const { password } = data.handover;
    expect((await test.signIn('new.comer', password)).mustChangePassword).toBe(true);
    const row = await rowOf(data.user.id);
    expect(row.created_by).toBe(test.admin.userId);
    expect(row.one_time_password_until?.getTime()).toBeGreaterThan(Date.now());
    const activities = await test.db.selectFrom('activities').selectAll().where('object_id', '=', row.id).execute();
    expect(activities.map(({ action }) => action)).toEqual(['user.created']);
    expect(JSON.stringify(activities)).not.toContain(password);
    expect(test.logLines.join('')).not.toContain(password);
  });

  it('refuses an expired one-time password', async () => {
    const { data } = await create(test.admin);
    await test.db
      .updateTable('users')
      .set({ one_time_password_until: new Date(Date.now() - 1000) })
      .where('id', '=', data.user.id)
      .execute();
    const password = data.handover.by === 'password' ? data.handover.password : '';
    const answer = await test.call(login, { body: { account: data.user.account, password } });
    expect(answer.failure.code).toBe('oneTimePasswordOver');
    const wrong = await test.call(login, { body: { account: data.user.account, password: 'wrong' } });
    expect(wrong.failure.code).toBe('wrongCredentials');
  });

  it('creates one person from a repeated request and shows the password only in the first answer', async () => {
    const account = newAccount();
    const headers = { 'idempotency-key': `create-${account}` };
    const [first, second] = [
      await create(test.admin, { account }, headers),
      await create(test.admin, { account }, headers),
    ];
    expect(first.status).toBe(201);
    expect(second).toMatchObject({ http: 409, status: 409 });
    const kept = await test.db.selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain((first.data.handover as { password: string }).password);
  });

  it('refuses existing accounts in any letter case, and invalid ones', async () => {
    expect((await create(test.admin, { account: 'ADMIN' })).failure.code).toBe('invalidInput');
    for (const bad of [
      { account: 'a b' },
      { account: '' },
      { name: ' ' },
      { email: 'no address' },
      { roleId: 0 },
      { roleId: 5 },
    ]) {
      expect((await create(test.admin, bad)).http, JSON.stringify(bad)).toBe(422);
    }
  });

  it.each([
    'access',
    'permissions',
    'deptCode',
    'passwordHash',
    'password_hash',
    'version',
    'id',
    'mustChangePassword',
  ])('ignores %s in the request', async (field) => {
    expect((await create(test.admin, { [field]: 1 })).http).toBe(422);
  });

  it('refuses to create someone with more power than the creator', async () => {
    const administrator = await test.identity({ roleId: 2 });
    expect((await create(administrator, { roleId: 1 })).failure.code).toBe('morePowerful');
    expect((await create(administrator, { roleId: 2 })).status).toBe(201);
    expect((await create(campus.editor, { roleId: 2, departmentId: campus.physics })).failure.code).toBe(
      'morePowerful',
    );
  });

  it('limits specialists to their own departments', async () => {
    const inDepartment = (departmentId: string | null) => create(campus.editor, { departmentId });
    expect((await inDepartment(campus.physics)).status).toBe(201);
    expect((await inDepartment(campus.optics)).status).toBe(201);
    expect((await inDepartment(campus.history)).failure.code).toBe('outsideScope');
    expect((await inDepartment(null)).failure.code).toBe('outsideScope');
  });

  it('refuses a position or department that grants pages the creator lacks', async () => {
    const throughPosition = await create(campus.editor, { departmentId: campus.physics, positionId: campus.powerful });
    expect(throughPosition.failure.code).toBe('pagesBeyondOwn');
    expect(throughPosition.message).toContain('Settings');
    expect((await create(test.admin, { positionId: campus.powerful })).status).toBe(201);
    const aboveOwn = await create(campus.editor, { departmentId: campus.physics, positionId: campus.director });
    expect(aboveOwn.failure.code).toBe('morePowerful');
  });

  it('refuses missing and disabled departments and positions', async () => {
    expect((await create(test.admin, { departmentId: campus.unknown })).failure.code).toBe('invalidInput');
    expect((await create(test.admin, { positionId: campus.unknown })).failure.code).toBe('invalidInput');
    expect((await create(test.admin, { departmentId: campus.closed })).failure.code).toBe('invalidInput');
  });
});

describe('reading a user', () => {
  it('shows only people in the data scope', async () => {
    const [physicist, historian] = [await campus.personIn(campus.physics), await campus.personIn(campus.history)];
    const see = async (as: Identity, id: string) => (await test.call(getUser, { params: { id } }, { as })).status;
    expect(await see(test.admin, historian.userId)).toBe(200);
    expect(await see(campus.editor, physicist.userId)).toBe(200);
    expect(await see(campus.editor, historian.userId)).toBe(404);
    const reader = await test.identity({ roleId: 4, pages: [page], departmentId: campus.physics });
    expect(await see(reader, reader.userId)).toBe(200);
    expect(await see(reader, physicist.userId)).toBe(404);
    expect(await see(await test.identity({ roleId: 3 }), physicist.userId)).toBe(403);
  });
});

describe('changing a user', () => {
  const update = (as: Identity, id: string, body: Record<string, unknown>) =>
    test.call(updateUser, { params: { id }, body: body as never }, { as });

  it('saves the given fields, increments the version and records the old values', async () => {
    const { userId } = await campus.personIn(campus.physics);
    const answer = await update(test.admin, userId, { name: 'Marie', phone: '123', version: 1 });
    expect(answer.data).toMatchObject({ name: 'Marie', phone: '123', version: 2 });
    const activity = await test.db
      .selectFrom('activities')
      .selectAll()
      .where('object_id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(activity).toMatchObject({ action: 'user.updated', after: { name: 'Marie', phone: '123' } });
    expect(activity.before).toMatchObject({ phone: null });
  });

  it('refuses an older version and lets one of two parallel changes through', async () => {
    const { userId } = await campus.personIn(campus.physics);
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => update(test.admin, userId, { name, version: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await rowOf(userId)).version).toBe(2);
  });

  it('leaves version and history alone when nothing changes', async () => {
    const { userId } = await campus.personIn(campus.physics);
    const { name } = await rowOf(userId);
    expect((await update(test.admin, userId, { name, version: 1 })).data.version).toBe(1);
    expect(await test.db.selectFrom('activities').select('id').where('object_id', '=', userId).execute()).toEqual([]);
  });

  it('refuses changes to people with more power, and promotions above oneself', async () => {
    const administrator = await test.identity({ roleId: 2 });
    const other = await test.identity({ roleId: 3, departmentId: campus.physics });
    expect((await update(administrator, test.admin.userId, { name: 'X', version: 1 })).failure.code).toBe(
      'morePowerful',
    );
    expect((await update(administrator, other.userId, { roleId: 1, version: 1 })).failure.code).toBe('morePowerful');
    expect((await update(campus.editor, other.userId, { roleId: 2, version: 1 })).failure.code).toBe('morePowerful');
    expect((await rowOf(other.userId)).role_id).toBe(3);
  });

  it('refuses changes to one’s own role and to a place that grants one’s rights', async () => {
    const own = (await rowOf(campus.editor.userId)).version;
    const asSelf = (body: Record<string, unknown>) =>
      update(campus.editor, campus.editor.userId, { version: own, ...body });
    expect((await asSelf({ roleId: 4 })).failure.code).toBe('notOneself');
    expect((await asSelf({ departmentId: campus.optics })).failure.code).toBe('notOneself');
    expect((await asSelf({ positionId: campus.plain })).failure.code).toBe('notOneself');
    expect((await asSelf({ phone: '42' })).status).toBe(200);
    const administrator = await test.identity({ roleId: 2 });
    expect((await update(administrator, administrator.userId, { roleId: 3, version: 1 })).failure.code).toBe(
      'notOneself',
    );
  });

  it('stops specialists from moving people out and from changing other departments', async () => {
    const [physicist, historian] = [await campus.personIn(campus.physics), await campus.personIn(campus.history)];
    const move = (id: string, departmentId: string | null) => update(campus.editor, id, { departmentId, version: 1 });
    expect((await move(physicist.userId, campus.history)).failure.code).toBe('outsideScope');
    expect((await move(physicist.userId, null)).failure.code).toBe('outsideScope');
    expect((await move(historian.userId, campus.physics)).failure.code).toBe('notFound');
    expect((await move(physicist.userId, campus.optics)).status).toBe(200);
    const given = await update(campus.editor, physicist.userId, { positionId: campus.powerful, version: 2 });
    expect(given.failure.code).toBe('pagesBeyondOwn');
  });

  it('notifies the person’s open windows immediately when rights change', async () => {
    const { userId } = await campus.personIn(campus.physics);
    const told = () => test.db.selectFrom('events').select('id').where('user_id', '=', userId).execute();
    await update(test.admin, userId, { name: 'Only a name', version: 1 });
    expect(await told()).toHaveLength(0);
    await update(test.admin, userId, { roleId: 3, version: 2 });
    expect(await told()).toHaveLength(1);
  });

  it('refuses read-only fields', async () => {
    const { userId } = await campus.personIn(campus.physics);
    for (const field of ['account', 'access', 'password', 'permissions', 'totpSecret', 'createdBy']) {
      expect((await update(test.admin, userId, { [field]: 1, version: 1 })).http, field).toBe(422);
    }
  });
});

describe('the last super administrator', () => {
  it('can’t be demoted, even by another one at the same moment', async () => {
    const own = await startTestApp();
    const second = await own.identity({ roleId: 1 });
    const lower = (as: Identity, id: string) =>
      own.call(updateUser, { params: { id }, body: { roleId: 2, version: 1 } }, { as });
    const answers = await Promise.all([lower(own.admin, second.userId), lower(second, own.admin.userId)]);
    const left = await own.db.selectFrom('users').select('id').where('role_id', '=', 1).execute();
    expect(left).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status !== 200);
    expect(['lastSuperAdministrator', 'morePowerful']).toContain(refused?.failure.code);
    await own.close();
  });

  it('must be allowed: forbidden ones don’t count', async () => {
    const own = await startTestApp();
    const [second, third] = [await own.identity({ roleId: 1 }), await own.identity({ roleId: 1 })];
    await own.db.updateTable('users').set({ access: 1 }).where('id', 'in', [second.userId]).execute();
    const lower = (id: string) =>
      own.call(updateUser, { params: { id }, body: { roleId: 2, version: 1 } }, { as: third });
    expect((await lower(second.userId)).status).toBe(200);
    expect((await lower(own.admin.userId)).status).toBe(200);
    const fourth = await own.identity({ roleId: 1 });
    await own.db.updateTable('users').set({ access: 1 }).where('id', '=', fourth.userId).execute();
    // The third is now the only active super administrator; this request of the fourth was admitted just before that
    // account was forbidden.
    const context = {
      ...(await own.context(third)),
      principal: { ...(await own.context(third)).principal, userId: fourth.userId },
    };
    const lowering = own.container.services.users.update(context, third.userId, { roleId: 2, version: 1 });
    await expect(lowering).rejects.toMatchObject({ code: 'lastSuperAdministrator' });
    await own.close();
  });
});

it('creates people with a chosen password, for scripts', async () => {
  const context = await test.context(test.admin);
  const account = newAccount();
  const user = { account, name: 'Seeded', roleId: 4 as const, password: testPassword, mustChangePassword: false };
  await test.container.services.users.create(context, user);
  expect((await test.signIn(account)).mustChangePassword).toBe(false);
});
