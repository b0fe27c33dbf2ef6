import { mayOpenPath } from '@lectern/contract/access.ts';
import { explainPermission } from '@lectern/contract/features/permission-explain.ts';
import type { GroupMember } from '@lectern/contract/features/permission-group.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCampus, type Campus, usersPage } from '../../testing/campus.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

const convertPage = '/app/data/convert';

let test: TestApp;
let campus: Campus;
let person: Identity;
beforeAll(async () => {
  test = await startTestApp();
  campus = await buildCampus(test);
  person = await test.identity({ roleId: 4, name: 'Explained', departmentId: campus.optics });
  await test.db.updateTable('users').set({ position_id: campus.plain }).where('id', '=', person.userId).execute();
  await group('Gives', { [convertPage]: 0, '/app/course/list': 0 }, [{ kind: 'department', id: campus.physics }]);
  await group('Takes', { [convertPage]: 1 }, [{ kind: 'position', id: campus.plain }]);
  await group('Silent', { '/app/email/list': 0 }, [{ kind: 'user', id: person.userId }]);
});
afterAll(() => test.close());

async function group(name: string, rules: Record<string, 0 | 1>, members: GroupMember[]): Promise<void> {
  const context = await test.context(test.admin);
  const content = { name, description: '', rules, members };
  await test.container.services.permissionGroups.create(context, content, { acceptClosed: true });
}

const explain = (path: string, as: Identity, userId?: string) =>
  test.call(explainPermission, { query: { path, ...(userId && { userId }) } }, { as });

describe('the explainer', () => {
  it('shows the whole chain: Forbid by position beats Allow by a parent department', async () => {
    const { data } = await explain(convertPage, test.admin, person.userId);
    expect(data).toMatchObject({
      person: { name: 'Explained', roleId: 4, department: { name: 'Optics' }, accountForbidden: false },
      path: convertPage,
      allowed: false,
      pages: [{ path: convertPage, rule: 'routeFilter', allowed: false, because: 'forbidden' }],
    });
    expect(
      data.pages[0]?.groups.map(({ group: { name }, ...way }) => [name, way.flag, way.through, way.above]),
    ).toEqual([
      ['Takes', 1, 'position', false],
      ['Gives', 0, 'department', true],
      ['Silent', null, 'user', false],
    ]);
    expect(data.pages[0]?.groups[1]?.via?.name).toBe('Physics');
  });

  it('shows what is allowed, what is unset and what the role decides', async () => {
    const because = async (path: string, userId = person.userId) =>
      (await explain(path, test.admin, userId)).data.pages.map((page) => page.because);
    expect(await because('/app/course/list')).toEqual(['allowed']);
    expect(await because('/app/system/settings')).toEqual(['unset']);
    expect(await because('/app/system/accessGroup')).toEqual(['roleMissing']);
    expect(await because('/app/home/profile')).toEqual(['everybody']);
    expect(await because('/app/system/settings', test.admin.userId)).toEqual(['role']);
  });

  it('follows a detail page to every page that lists it', async () => {
    const { data } = await explain('/app/course/list/detail/17', test.admin, person.userId);
    expect(data).toMatchObject({ path: '/app/course/list/detail/{id}', allowed: true });
    expect(data.pages.map((page) => page.path)).toEqual(['/app/course/list']);
  });

  it('agrees with the route filter about every page', async () => {
    const { principal } = await test.context(person);
    for (const path of [convertPage, '/app/course/list', '/app/email/list', '/app/system/audit', '/app/home/my']) {
      expect((await explain(path, person)).data.allowed).toBe(mayOpenPath(principal, path));
    }
  });

  it('says that a forbidden account opens nothing', async () => {
    const gone = await test.identity({ roleId: 4, pages: [convertPage] });
    await test.db.updateTable('users').set({ access: 1 }).where('id', '=', gone.userId).execute();
    const { data } = await explain(convertPage, test.admin, gone.userId);
    expect(data).toMatchObject({ allowed: false, person: { accountForbidden: true }, pages: [{ allowed: true }] });
  });

  it('is for oneself and people in user management; others look like missing ones', async () => {
    expect((await explain(convertPage, person)).status).toBe(200);
    expect((await explain(convertPage, campus.editor, person.userId)).status).toBe(200);
    const elsewhere = await campus.personIn(campus.history);
    const reader = await test.identity({ roleId: 4, pages: [usersPage] });
    for (const [as, userId] of [
      [person, test.admin.userId],
      [campus.editor, elsewhere.userId],
      [reader, person.userId],
      [test.admin, campus.unknown],
    ] as const) {
      expect((await explain(convertPage, as, userId)).failure.code).toBe('notFound');
    }
    expect((await explain('/app/nowhere', person)).failure.code).toBe('invalidInput');
  });
});
