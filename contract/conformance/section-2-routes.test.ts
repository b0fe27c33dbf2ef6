import { describe, expect, it } from 'vitest';
import { areasOf, menuOf } from '../access.ts';
import { type Route, routes } from '../routes.ts';

/** Section 2 of the specification, transcribed by hand: path, parent, and whether the record is hidden. */
const given: [path: string, options?: { hidden?: true; parent?: string }][] = [
  ['/app/home'],
  ['/app/home/my', { parent: '/app/home' }],
  ['/app/home/collect', { parent: '/app/home' }],
  ['/app/email', { hidden: true }],
  ['/app/email/list', { parent: '/app/email' }],
  ['/app/email/list/detail/{id}', { hidden: true, parent: '/app/email/list' }],
  ['/app/resource'],
  ['/app/resource/library', { parent: '/app/resource' }],
  ['/app/resource/column', { parent: '/app/resource' }],
  ['/app/resource/info', { parent: '/app/resource' }],
  ['/app/resource/info/detail/{id}', { hidden: true, parent: '/app/resource/info' }],
  ['/app/resource/info/videoDetail/{id}', { hidden: true, parent: '/app/resource/info' }],
  ['/app/resource/info/audioDetail/{id}', { hidden: true, parent: '/app/resource/info' }],
  ['/app/resource/info/imgDetail/{id}', { hidden: true, parent: '/app/resource/info' }],
  ['/app/course'],
  ['/app/course/subject', { parent: '/app/course' }],
  ['/app/course/list', { parent: '/app/course' }],
  ['/app/course/list/detail/{id}', { hidden: true, parent: '/app/course/list' }],
  ['/app/course/list/catalog/detail/{id}', { hidden: true, parent: '/app/course/list' }],
  ['/app/data'],
  ['/app/data/resource', { parent: '/app/data' }],
  ['/app/data/accessStat', { parent: '/app/data' }],
  ['/app/data/accessRecord', { parent: '/app/data' }],
  ['/app/data/convert', { parent: '/app/data' }],
  ['/app/sensitive'],
  ['/app/sensitive/word', { parent: '/app/sensitive' }],
  ['/app/sensitive/resource', { parent: '/app/sensitive' }],
  ['/app/sensitive/resource/detail/{id}', { hidden: true, parent: '/app/sensitive/resource' }],
  ['/app/sensitive/resource/videoDetail/{id}', { hidden: true, parent: '/app/sensitive/resource' }],
  ['/app/sensitive/resource/audioDetail/{id}', { hidden: true, parent: '/app/sensitive/resource' }],
  ['/app/sensitive/resource/imgDetail/{id}', { hidden: true, parent: '/app/sensitive/resource' }],
  ['/app/handle'],
  ['/app/handle/img', { parent: '/app/handle' }],
  ['/app/handle/imgDetail/{id}', { parent: '/app/handle/img', hidden: true }],
  ['/app/handle/asr', { parent: '/app/handle' }],
  ['/app/handle/asrVideoDetail/{id}', { parent: '/app/handle/asr', hidden: true }],
  ['/app/handle/asrAudioDetail/{id}', { parent: '/app/handle/asr', hidden: true }],
  ['/app/handle/subtitle', { parent: '/app/handle' }],
  ['/app/handle/ai', { parent: '/app/handle' }],
  ['/app/page'],
  ['/app/page/resourceRecommend', { parent: '/app/page' }],
  ['/app/system', { hidden: true }],
  ['/app/system/subject', { parent: '/app/system' }],
  ['/app/system/department', { parent: '/app/system' }],
  ['/app/system/role', { parent: '/app/system' }],
  ['/app/system/systemAdmin', { parent: '/app/system' }],
  ['/app/system/task', { hidden: true, parent: '/app/system' }],
  ['/app/system/accessGroup', { hidden: true, parent: '/app/system' }],
];

function byPath(path: string): Route {
  const route = routes.find((candidate) => candidate.path === path);
  if (!route) throw new Error(`no record for ${path}`);
  return route;
}

describe('section 2: screens and routes', () => {
  it.each(given)('%s has a record with the given parent and visibility', (path, options) => {
    const route = byPath(path);
    const parent = routes.find((candidate) => candidate.id === route.parentId);
    expect(parent?.path).toBe(options?.parent);
    expect(Boolean(route.hideInMenu)).toBe(Boolean(options?.hidden));
  });

  it('/ redirects to /app/home/my', () => {
    expect(byPath('/').redirect).toBe('/app/home/my');
  });

  it('/app/auth has no layout and is hidden from the header', () => {
    expect(byPath('/app/auth')).toMatchObject({ layout: false, hideInHeader: true });
  });

  it('/403 and /404 exist but aren’t in a menu', () => {
    expect(byPath('/403').hideInMenu).toBe(true);
    expect(byPath('/404').hideInMenu).toBe(true);
  });

  it('all other routes sit under the one global layout', () => {
    expect(routes.filter((route) => route.layout === false).map((route) => route.path)).toEqual(['/app/auth']);
  });

  it('adds only the pages that the product names, under the rules of their groups', () => {
    const known = new Set([...given.map(([path]) => path), '/', '/app/auth', '/403', '/404']);
    expect(routes.map((route) => route.path).filter((path) => !known.has(path))).toEqual([
      '/app/home/profile',
      '/app/system/audit',
      '/app/system/health',
      '/app/system/settings',
      '/app/system/apiKey',
    ]);
  });

  it('routes marked hidden, and routes with a parameter, do not appear in the menu', () => {
    const pages = menuOf({ roleId: 1, permissions: [] }).flatMap((entry) => entry.pages);
    expect(pages.filter((page) => page.hideInMenu || page.path.includes('{'))).toEqual([]);
    expect(menuOf({ roleId: 1, permissions: [] }).map((entry) => entry.group.path)).toEqual([
      '/app/home',
      '/app/resource',
      '/app/course',
      '/app/data',
      '/app/sensitive',
      '/app/handle',
      '/app/page',
    ]);
  });

  it('the header’s area switcher offers the groups that are not hidden from the header', () => {
    const areas = areasOf({ roleId: 1, permissions: [] }).map((entry) => entry.group.path);
    expect(areas).toContain('/app/system');
    expect(areas).toContain('/app/email');
    expect(areas).not.toContain('/app/auth');
  });

  it('ids and paths are unique, and every parentId names a record', () => {
    expect(new Set(routes.map((route) => route.id)).size).toBe(routes.length);
    expect(new Set(routes.map((route) => route.path)).size).toBe(routes.length);
    const ids = new Set<string>(routes.map((route) => route.id));
    expect(routes.filter((route) => route.parentId && !ids.has(route.parentId))).toEqual([]);
  });

  it('every page of a menu carries name, icon and activeIcon', () => {
    const shown = menuOf({ roleId: 1, permissions: [] }).flatMap(({ group, pages }) => [group, ...pages]);
    expect(shown.filter((route) => !route.name || !route.icon || !route.activeIcon)).toEqual([]);
  });
});
