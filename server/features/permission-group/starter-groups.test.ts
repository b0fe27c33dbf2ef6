import { mayOpenPath } from '@lectern/contract/access.ts';
import {
  type GroupChoice,
  listGroupChoices,
  previewUserPages,
  saveDefaultGroups,
} from '@lectern/contract/features/default-group.ts';
import { getPermissionGroup, previewPermissionGroup } from '@lectern/contract/features/permission-group.ts';
import { createUser, listUsers, updateUser } from '@lectern/contract/features/user.ts';
import {
  checkUserImport,
  listUserImportLines,
  runUserImport,
  uploadUserImport,
} from '@lectern/contract/features/user-import.ts';
import { childrenOf, hasParameter } from '@lectern/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usersPage } from '../../testing/campus.ts';
import { eventually } from '../../testing/eventually.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { ensureStarterGroups } from './starter-groups.ts';

let test: TestApp;
let groups: Record<string, GroupChoice>;
beforeAll(async () => {
  test = await startTestApp();
  await ensureStarterGroups(test.db, 'en');
  groups = Object.fromEntries((await choices(test.admin)).map((group) => [group.name, group]));
});
afterAll(() => test.close());

const choices = async (as: Identity) => (await test.call(listGroupChoices, {}, { as })).data;
const idOf = (name: string) => groups[name]?.id ?? '';
let count = 0;

async function create(change: Record<string, unknown> = {}, as = test.admin) {
  const body = { name: 'New', email: null, phone: null, departmentId: null, positionId: null, roleId: 4, ...change };
  return test.call(createUser, { body: { ...body, account: `starter-${++count}` } as never }, { as });
}

async function pagesOf(userId: string): Promise<string[]> {
  const row = await test.db
    .selectFrom('users')
    .select(({ fn, val }) => fn<string[]>('allowed_paths', [val(userId)]).as('paths'))
    .executeTakeFirstOrThrow();
  return row.paths;
}

const base = ['/app/home/collect', '/app/home/my', '/app/resource/library', '/app/system/task'];

describe('the starter groups', () => {
  it('open what product.md lists, forbid nothing and are the defaults of their roles', async () => {
    const more = (name: string) => groups[name]?.pages.filter((path) => !base.includes(path));
    expect(Object.keys(groups).sort()).toEqual([
      'Course editor',
      'Department specialist',
      'Reviewer',
      'Teacher',
      'Web editor',
    ]);
    for (const { pages } of Object.values(groups)) expect(pages).toEqual(expect.arrayContaining(base));
    expect(more('Teacher')).toEqual([]);
    expect(more('Reviewer')).toEqual(['/app/resource/info', '/app/sensitive/resource', '/app/sensitive/word']);
    expect(more('Course editor')).toEqual(['/app/course/list', '/app/course/subject', '/app/resource/info']);
    expect(more('Web editor')).toEqual(['/app/page/resourceRecommend', '/app/resource/column', '/app/resource/info']);
    const forbids = await test.db.selectFrom('permission_group_rules').select('path').where('flag', '=', 1).execute();
    expect(forbids).toEqual([]);
    expect(groups.Teacher?.defaultFor).toEqual([4]);
    expect(groups['Department specialist']?.defaultFor).toEqual([3]);
    expect(groups.Reviewer?.defaultFor).toEqual([]);
  });

  it('give a department specialist every page outside Email and System', async () => {
    const holder = { roleId: 3, permissions: groups['Department specialist']?.pages ?? [] };
    const areas = ['home', 'resource', 'course', 'data', 'sensitive', 'handle', 'page'] as const;
    for (const page of areas.flatMap(childrenOf))
      expect([page.path, mayOpenPath(holder, page.path)]).toEqual([page.path, true]);
    const kept = [...childrenOf('email'), ...childrenOf('system')].filter((page) => !hasParameter(page));
    expect(kept.filter((page) => mayOpenPath(holder, page.path)).map(({ path }) => path)).toEqual(['/app/system/task']);
  });

  it('are created once, and not for an installation that has or had groups', async () => {
    expect(await ensureStarterGroups(test.db, 'en')).toBe(false);
    const other = await startTestApp();
    await other.identity({ roleId: 4, pages: ['/app/home/my'] });
    await other.db.updateTable('permission_groups').set({ deleted_at: new Date() }).execute();
    expect(await ensureStarterGroups(other.db, 'en')).toBe(false);
    expect(await other.db.selectFrom('default_groups').selectAll().execute()).toEqual([]);
    await other.close();
  });

  it('leave existing people the pages they have, and have names in the language of the installation', async () => {
    const other = await startTestApp();
    const { userId } = await other.identity({ roleId: 4 });
    expect(await ensureStarterGroups(other.db, 'zh')).toBe(true);
    const names = await other.db.selectFrom('permission_groups').select('name').execute();
    expect(names.map(({ name }) => name)).toContain('教师');
    const person = await other.db.selectFrom('users').select('group_id').where('id', '=', userId).executeTakeFirst();
    expect(person?.group_id).toBeNull();
    await other.close();
  });
});

describe('the group of a new user', () => {
  it('is the default of their role, another one if chosen, or none', async () => {
    const teacher = (await create()).data.user;
    expect(teacher.group).toEqual({ id: idOf('Teacher'), name: 'Teacher' });
    expect(await pagesOf(teacher.id)).toEqual(base);
    const specialist = (await create({ roleId: 3 })).data.user;
    expect(specialist.group?.name).toBe('Department specialist');
    const chosen = (await create({ groupId: idOf('Reviewer') })).data.user;
    expect(await pagesOf(chosen.id)).toContain('/app/sensitive/resource');
    const none = (await create({ groupId: null })).data.user;
    expect([none.group, await pagesOf(none.id)]).toEqual([null, []]);
    expect((await create({ roleId: 2 })).data.user.group).toBeNull();
  });

  it('is refused when there is no such group or it was deleted', async () => {
    const [row] = await test.db
      .insertInto('permission_groups')
      .values({ id: crypto.randomUUID(), name: 'Gone', deleted_at: new Date() })
      .returning('id')
      .execute();
    for (const groupId of [crypto.randomUUID(), row?.id]) {
      const answer = await create({ groupId });
      expect(answer.http).toBe(422);
      expect(JSON.stringify(answer.failure)).toContain('groupId');
    }
    for (const groupId of ['', 'teacher', 7, [idOf('Teacher')]]) expect((await create({ groupId })).http).toBe(422);
  });

  it('never opens pages that its giver can’t open', async () => {
    const department = await test.container.services.organisation.createCollege(await test.context(test.admin), {
      code: 'GIVE',
      name: 'Giving',
    });
    const departmentId = await test.container.services.organisation.createDepartment(await test.context(test.admin), {
      ...{ collegeId: department, code: 'GIVE-1', name: 'Giving' },
    });
    const giver = await test.identity({ roleId: 3, departmentId, pages: [usersPage, ...base] });
    expect((await choices(giver)).map(({ name }) => name)).toContain('Teacher');
    expect((await choices(giver)).map(({ name }) => name)).not.toContain('Reviewer');
    expect((await create({ departmentId }, giver)).data.user.group?.name).toBe('Teacher');
    const beyond = { http: 403, failure: { code: 'pagesBeyondOwn' } };
    expect(await create({ departmentId, groupId: idOf('Reviewer') }, giver)).toMatchObject(beyond);
    // The default group of this role opens more than the giver may.
    expect(await create({ departmentId, roleId: 3 }, giver)).toMatchObject(beyond);
    const { data } = await create({ departmentId, groupId: null }, giver);
    const raise = { params: { id: data.user.id }, body: { groupId: idOf('Web editor'), version: data.user.version } };
    expect(await test.call(updateUser, raise, { as: giver })).toMatchObject(beyond);
    const own = await test.db.selectFrom('users').select('version').where('id', '=', giver.userId).executeTakeFirst();
    const raiseOneself = {
      params: { id: giver.userId },
      body: { groupId: idOf('Teacher'), version: own?.version ?? 0 },
    };
    expect(await test.call(updateUser, raiseOneself, { as: giver })).toMatchObject({ failure: { code: 'notOneself' } });
  });

  it('counts in the reach of the group and in the effect of changing it', async () => {
    const { user } = (await create({ groupId: idOf('Course editor') })).data;
    const group = await test.call(getPermissionGroup, { params: { id: idOf('Course editor') } }, { as: test.admin });
    expect(group.data).toMatchObject({ people: 1, members: [] });
    const effect = await test.call(
      previewPermissionGroup,
      { body: { kind: 'delete', groupIds: [idOf('Course editor')] } },
      { as: test.admin },
    );
    expect(JSON.stringify(effect.data.loses)).toContain(user.id);
    const { data } = await test.call(listUsers, { query: { search: user.account } }, { as: test.admin });
    expect(data.rows[0]?.group?.name).toBe('Course editor');
  });
});

describe('the preview of a new user’s pages', () => {
  const preview = (query: Record<string, unknown>, as = test.admin) =>
    test.call(previewUserPages, { query: query as never }, { as });

  it('tells what the default group, another one and none would open', async () => {
    expect((await preview({ roleId: 4 })).data.pages).toEqual(base);
    expect((await preview({ roleId: 4, groupId: idOf('Reviewer') })).data.pages).toContain('/app/sensitive/word');
    expect((await preview({ roleId: 4, groupId: '' })).data.pages).toEqual([]);
    expect((await preview({ roleId: 2, groupId: '' })).data.pages).toContain('/app/email/list');
  });

  it('refuses what creating the user would refuse', async () => {
    const giver = await test.identity({ roleId: 3, pages: [usersPage] });
    expect((await preview({ roleId: 2 }, giver)).failure.code).toBe('morePowerful');
    expect((await preview({ roleId: 4, groupId: '' }, giver)).failure.code).toBe('outsideScope');
    expect((await preview({ roleId: 4, groupId: crypto.randomUUID() })).http).toBe(422);
    for (const query of [{}, { roleId: 5 }, { roleId: 4, groupId: 'x' }, { roleId: 4, departmentId: '1' }])
      expect((await preview(query)).http).toBe(422);
  });
});

describe('imported people', () => {
  const mapping = { account: 0, name: 1, email: null, phone: null, role: 2, department: null, position: null };

  async function check(lines: string[], within: string | null = null) {
    const uploaded = await test.app.inject({
      method: 'POST',
      url: `/api${uploadUserImport.path}?name=people.csv`,
      headers: { authorization: `Bearer ${test.admin.token}`, 'content-type': 'application/octet-stream' },
      body: Buffer.from(['account,name,role', ...lines].join('\n')),
    });
    const { id } = uploaded.json<{ data: { id: string } }>().data;
    const checked = await test.call(checkUserImport, { params: { id }, body: { mapping, within } }, { as: test.admin });
    const { rows } = (await test.call(listUserImportLines, { params: { id } }, { as: test.admin })).data;
    return { id, checked, rows };
  }

  it('get the default group of their role, or the one chosen for the file', async () => {
    const byRole = await check(['import.one,One,User', 'import.two,Two,Recruitment specialist', 'import.ad,Ad,2']);
    expect(byRole.checked.data.counts).toMatchObject({ new: 3, warned: 0 });
    const groupIn = ({ changes }: (typeof byRole.rows)[number]) =>
      changes.find(({ field }) => field === 'group')?.after;
    expect(byRole.rows.map(groupIn)).toEqual(['Teacher', 'Department specialist', undefined]);
    const chosen = await check(['import.one,One,User'], idOf('Reviewer'));
    expect(chosen.rows.map(groupIn)).toEqual(['Reviewer']);

    await test.container.worker.start();
    await test.call(runUserImport, { params: { id: chosen.id } }, { as: test.admin });
    const made = await eventually(() =>
      test.db
        .selectFrom('users')
        .select(['id', 'group_id'])
        .where('account', '=', 'import.one')
        .executeTakeFirstOrThrow(),
    );
    await test.container.worker.stop();
    expect(made.group_id).toBe(idOf('Reviewer'));
    expect(await pagesOf(made.id)).toContain('/app/sensitive/resource');
  });

  it('are counted in a warning when they could open no page, and a group that is not there is refused', async () => {
    await test.db.deleteFrom('default_groups').where('role_id', '=', 4).execute();
    const { checked, rows } = await check(['import.four,Four,User', 'import.five,Five,Recruitment specialist']);
    expect(checked.data.counts).toMatchObject({ new: 2, invalid: 0, warned: 1 });
    expect(rows.map(({ problems }) => problems.map(({ code }) => code))).toEqual([['opensNoPage'], []]);
    expect((await check(['import.six,Six,User'], crypto.randomUUID())).checked.http).toBe(422);
    await test.db
      .insertInto('default_groups')
      .values({ role_id: 4, group_id: idOf('Teacher') })
      .execute();
  });
});

describe('the default groups', () => {
  it('are changed by administrators, with an activity, for new users only', async () => {
    const before = (await create()).data.user;
    const save = (body: unknown, as = test.admin) => test.call(saveDefaultGroups, { body: body as never }, { as });
    const wanted = { defaultGroupSpecialist: null, defaultGroupUser: idOf('Reviewer') };
    expect((await save(wanted)).data).toEqual(wanted);
    expect((await create()).data.user.group?.name).toBe('Reviewer');
    expect((await create({ roleId: 3 })).data.user.group).toBeNull();
    expect(await pagesOf(before.id)).toEqual(base);
    const activity = await test.db
      .selectFrom('activities')
      .select(['before', 'after'])
      .where('action', '=', 'settings.changed')
      .executeTakeFirstOrThrow();
    expect(activity).toEqual({
      before: { defaultGroupSpecialist: 'Department specialist', defaultGroupUser: 'Teacher' },
      after: { defaultGroupSpecialist: null, defaultGroupUser: 'Reviewer' },
    });
    const specialist = await test.identity({ roleId: 3, pages: [usersPage, '/app/system/settings'] });
    expect((await save(wanted, specialist)).http).toBe(403);
    expect((await save({ ...wanted, defaultGroupUser: crypto.randomUUID() })).http).toBe(422);
    for (const body of [
      {},
      { defaultGroupUser: null },
      { ...wanted, admin: null },
      { ...wanted, defaultGroupUser: '' },
      [],
    ])
      expect((await save(body)).http).toBe(422);
  });
});
