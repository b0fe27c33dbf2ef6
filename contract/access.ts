import { homePath } from './constants.ts';
import { type Ability, hasAbility } from './roles.ts';
import type { AccessRule } from './route-record.ts';
import { childrenOf, hasParameter, type PagePath, pagesLeadingTo, parentOf, type Route, routes } from './routes.ts';

/** What the access rules need to know of a person. */
type Holder = { roleId: number; permissions: readonly string[] };

/** The route filter: a super administrator passes, anybody else needs the path in the permissions. */
export function passesRouteFilter(holder: Holder, path: string): boolean {
  return hasAbility(holder.roleId, 'superAdmin') || holder.permissions.includes(path);
}

/** The page whose rule decides for this route: itself, or the nearest ancestor that names an access. */
export function rulingRoute(route: Route): Route | undefined {
  if (route.access) return route;
  const parent = parentOf(route);
  return parent ? rulingRoute(parent) : undefined;
}

const abilityRules: ReadonlySet<string> = new Set<Ability>(['superAdmin', 'admin', 'editor', 'user']);

/** Judges one named rule. A name nobody knows is denied. */
export function satisfiesRule(holder: Holder, rule: AccessRule | (string & {}), path: string): boolean {
  if (rule === 'routeFilter') return passesRouteFilter(holder, path);
  return abilityRules.has(rule) && hasAbility(holder.roleId, rule as Ability);
}

/** May this person open this page? Details are open from each page that lists them, groups when one of their pages is. */
export function mayOpen(holder: Holder, route: Route): boolean {
  if (hasParameter(route) && !route.access) return pagesLeadingTo(route.id).some((path) => mayOpenPath(holder, path));
  const ruling = rulingRoute(route);
  if (ruling) return satisfiesRule(holder, ruling.access ?? '', ruling.path);
  const children = childrenOf(route.id);
  return children.length === 0 || children.some((child) => !hasParameter(child) && mayOpen(holder, child));
}

const routesByPath = new Map<string, Route>(routes.map((route) => [route.path, route]));

/** The same by the path; one that no page has is nobody's. */
export function mayOpenPath(holder: Holder, path: string): boolean {
  const route = routesByPath.get(path);
  return route !== undefined && mayOpen(holder, route);
}

type MenuGroup = { group: Route; pages: Route[] };

/** Pages of a group that the menu may list for this person. */
export function visiblePages(holder: Holder, group: Route): Route[] {
  return childrenOf(group.id).filter((route) => !route.hideInMenu && !hasParameter(route) && mayOpen(holder, route));
}

/** The menu: groups that are not hidden and have at least one visible page. */
export function menuOf(holder: Holder): MenuGroup[] {
  return groups()
    .filter((group) => !group.hideInMenu)
    .map((group) => ({ group, pages: visiblePages(holder, group) }))
    .filter((entry) => entry.pages.length > 0);
}

const profilePath = '/app/home/profile';

/** Where a person starts: My resources, else the first page they may open, else their profile. */
export function landingPath(holder: Holder): string {
  if (mayOpenPath(holder, homePath)) return homePath;
  const [first] = [...menuOf(holder), ...areasOf(holder)].flatMap(({ pages }) => pages);
  return first?.path ?? profilePath;
}

/** What the header's area switcher offers: every group that is not hidden from the header, menu or not. */
export function areasOf(holder: Holder): MenuGroup[] {
  return groups()
    .filter((group) => !group.hideInHeader)
    .map((group) => ({ group, pages: visiblePages(holder, group) }))
    .filter((entry) => entry.pages.length > 0);
}

export function groups(): Route[] {
  return routes.filter((route) => !route.parentId && childrenOf(route.id).length > 0);
}

/** The paths a permission group can allow or forbid: the pages that the route filter guards. */
export function grantablePaths(): PagePath[] {
  return routes.filter((route) => route.access === 'routeFilter').map((route) => route.path);
}
