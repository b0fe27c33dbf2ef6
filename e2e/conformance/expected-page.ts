import { childrenOf, getRoute, type PagePath, type Route, routes } from '@lectern/contract/routes.ts';
import type { Person } from '../people.ts';

/** What opening an address directly must show, derived from the specification and not from the product's code. */
export type Expected = { shows: 'page' | 'forbidden' | 'error page'; route: Route; path: string };

/** Pages guarded by a capability instead of the route filter. */
const superAdminOnly: ReadonlySet<PagePath> = new Set<PagePath>(['/app/system/accessGroup', '/app/system/audit']);
const everybodys: ReadonlySet<PagePath> = new Set<PagePath>(['/app/home/profile']);

const resourceLists: readonly PagePath[] = [
  '/app/resource/info',
  '/app/resource/library',
  '/app/resource/column',
  '/app/home/my',
  '/app/home/collect',
];

export const sampleId = '42';

export function addressOf(path: string): string {
  return path.replace('{id}', sampleId);
}

export function mayOpen(person: Person, route: Route): boolean {
  if (person.roleId <= 2 || everybodys.has(route.path)) return true;
  if (superAdminOnly.has(route.path)) return false;
  if (!route.path.includes('{') || !route.parentId) return person.pages?.includes(route.path) ?? false;
  // Access to a detail page follows from its list page; resources are on several lists.
  const lists = route.path.startsWith('/app/resource/info/') ? resourceLists : [getRoute(route.parentId).path];
  return lists.some((path) => person.pages?.includes(path));
}

export function expectedOf(route: Route, person: Person): Expected {
  if (route.id === 'forbidden' || route.id === 'notFound') return { shows: 'error page', route, path: route.path };
  if (route.id === 'root') return expectedOf(getRoute('home.my'), person);
  if (route.id === 'auth') return expectedOf(startOf(person), person);
  const children = childrenOf(route.id).filter(({ path }) => !path.includes('{'));
  const isGroup = !route.parentId && children.length > 0;
  if (!isGroup) {
    return { shows: mayOpen(person, route) ? 'page' : 'forbidden', route, path: addressOf(route.path) };
  }
  const open = children.filter((child) => mayOpen(person, child));
  const first = open.find(({ hideInMenu }) => !hideInMenu) ?? open[0];
  return first ? expectedOf(first, person) : { shows: 'forbidden', route, path: route.path };
}

/** Where someone signed in starts: My resources, else the first page of their menu, else their profile. */
function startOf(person: Person): Route {
  const home = getRoute('home.my');
  if (mayOpen(person, home)) return home;
  const [first] = expectedMenu(person).flatMap(({ paths }) => paths);
  return routes.find(({ path }) => path === first) ?? getRoute('home.profile');
}

/** The menu entries a person should see, by group. */
export function expectedMenu(person: Person): { group: string; paths: string[] }[] {
  return routes
    .filter((group) => !group.parentId && !group.hideInMenu)
    .map((group) => ({
      group: group.name,
      paths: childrenOf(group.id)
        .filter((page) => !page.hideInMenu && !page.path.includes('{') && mayOpen(person, page))
        .map(({ path }) => path),
    }))
    .filter(({ paths }) => paths.length > 0);
}
