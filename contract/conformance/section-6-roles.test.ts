import { describe, expect, it } from 'vitest';
import { landingPath, mayOpen, menuOf, opensNoPage, passesRouteFilter, satisfiesRule } from '../access.ts';
import { words } from '../messages/en/app/words.ts';
import { permissionGroup } from '../messages/en/permission-group.ts';
import { accessFlag, hasAbility } from '../roles.ts';
import { getRoute, routes } from '../routes.ts';

describe('sections 1 and 3: roles and flags', () => {
  it('names the roles as given, and role 4 User', () => {
    expect(words.roles).toEqual({
      1: 'Super administrator',
      2: 'Administrator',
      3: 'Recruitment specialist',
      4: 'User',
    });
  });

  it('shows access values Allow (0) and Forbid (1)', () => {
    expect(accessFlag).toEqual({ allow: 0, forbid: 1 });
    expect(permissionGroup.matrix.flags).toMatchObject({ allow: 'Allow', forbid: 'Forbid' });
  });
});

describe('section 6: roles and permissions', () => {
  it.each([
    ['superAdmin', [true, true, false, false, false]],
    ['admin', [true, true, false, false, false]],
    ['editor', [true, true, true, false, false]],
    ['user', [true, true, true, true, false]],
  ] as const)('the ability %s belongs to roleId 1…5 as %j', (ability, expected) => {
    expect([1, 2, 3, 4, 5].map((roleId) => hasAbility(roleId, ability))).toEqual(expected);
  });

  it('a roleId below 1 or missing has no ability', () => {
    expect(hasAbility(0, 'user')).toBe(false);
    expect(hasAbility(-1, 'superAdmin')).toBe(false);
    expect(hasAbility(Number.NaN, 'user')).toBe(false);
  });

  it('the route filter passes a super admin, or a user whose permissions contain the path', () => {
    expect(passesRouteFilter({ roleId: 2, permissions: [] }, '/app/home/my')).toBe(true);
    expect(passesRouteFilter({ roleId: 3, permissions: ['/app/home/my'] }, '/app/home/my')).toBe(true);
    expect(passesRouteFilter({ roleId: 3, permissions: ['/app/home'] }, '/app/home/my')).toBe(false);
    expect(passesRouteFilter({ roleId: 3, permissions: [] }, '/app/home/my')).toBe(false);
  });

  it('an unknown access name is denied', () => {
    expect(satisfiesRule({ roleId: 1, permissions: [] }, 'somethingElse', '/app/home/my')).toBe(false);
  });

  it('a parent is hidden when all children are hidden, and shown when one is visible', () => {
    expect(menuOf({ roleId: 3, permissions: [] })).toEqual([]);
    const menu = menuOf({ roleId: 3, permissions: ['/app/data/convert'] });
    expect(menu.map((entry) => [entry.group.id, entry.pages.map((page) => page.id)])).toEqual([
      ['data', ['data.convert']],
    ]);
  });

  it('hidden detail pages inherit the permission of their list page', () => {
    const holder = { roleId: 4, permissions: ['/app/resource/info'] };
    expect(mayOpen(holder, getRoute('resource.video'))).toBe(true);
    expect(mayOpen(holder, getRoute('sensitive.video'))).toBe(false);
  });

  it('details of resources are open from every page that lists resources, and from no other', () => {
    const details = ['resource.document', 'resource.video', 'resource.audio', 'resource.image'] as const;
    const opens = routes
      .filter((route) => route.access === 'routeFilter')
      .filter((page) => details.every((id) => mayOpen({ roleId: 4, permissions: [page.path] }, getRoute(id))));
    expect(opens.map((page) => page.path).sort()).toEqual([
      '/app/data/convert',
      '/app/handle/ai',
      '/app/handle/asr',
      '/app/handle/img',
      '/app/handle/subtitle',
      '/app/home/collect',
      '/app/home/my',
      '/app/resource/column',
      '/app/resource/info',
      '/app/resource/library',
      '/app/sensitive/resource',
    ]);
    expect(mayOpen({ roleId: 4, permissions: ['/app/home/my'] }, getRoute('resource.info'))).toBe(false);
    expect(mayOpen({ roleId: 4, permissions: [] }, getRoute('resource.document'))).toBe(false);
  });

  it('/app/system/accessGroup requires the super-admin ability, whatever the permissions', () => {
    const route = getRoute('system.accessGroup');
    expect(route.access).toBe('superAdmin');
    expect(mayOpen({ roleId: 3, permissions: [route.path] }, route)).toBe(false);
    expect(mayOpen({ roleId: 2, permissions: [] }, route)).toBe(true);
  });

  it('login leads to My resources, else to the first page that opens, hidden ones last, else to the profile', () => {
    const holder = (...permissions: string[]) => ({ roleId: 4, permissions });
    expect(landingPath(holder('/app/resource/library', '/app/home/my'))).toBe('/app/home/my');
    expect(landingPath(holder('/app/system/task', '/app/course/list', '/app/resource/info'))).toBe(
      '/app/resource/info',
    );
    expect(landingPath(holder('/app/system/task', '/app/email/list'))).toBe('/app/email/list');
    expect(landingPath(holder('/app/system/task'))).toBe('/app/system/task');
    expect(landingPath(holder())).toBe('/app/home/profile');
    expect([
      opensNoPage(holder()),
      opensNoPage(holder('/app/system/task')),
      opensNoPage({ roleId: 2, permissions: [] }),
    ]).toEqual([true, false, false]);
  });

  it('most pages use the route filter', () => {
    const pages = routes.filter((route) => route.parentId && !route.path.includes('{'));
    const others = pages.filter((route) => route.access !== 'routeFilter').map((route) => route.path);
    expect(others).toEqual(['/app/home/profile', '/app/system/accessGroup', '/app/system/audit']);
  });
});
