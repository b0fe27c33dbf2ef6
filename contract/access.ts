import { homePath } from './constants.ts';
import { type Ability, hasAbility } from './roles.ts';
import type { AccessRule } from './route-record.ts';
import { childrenOf, hasParameter, type PagePath, pagesLeadingTo, parentOf, type Route, routes } from './routes.ts';

/** What access rules need to know about a person. */
type Holder = { roleId: number; permissions: readonly string[] };

/** People with the `superAdmin` ability always pass; everyone else needs the path in their permissions. */
export function passesRouteFilter(holder: Holder, path: string): boolean {
  return hasAbility(holder.roleId, 'superAdmin') || holder.permissions.includes(path);
}

/** The route whose access rule applies: the route itself or its nearest ancestor with an `access`. */
export function rulingRoute(route: Route): Route | undefined {
  if (route.access) return route;
  const parent = parentOf(route);
  return parent ? rulingRoute(parent) : undefined;
}

const abilityRules: ReadonlySet<string> = new Set<Ability>(['superAdmin', 'admin', 'editor', 'user']);

/** Checks one named rule. Unknown names are denied. */
export function satisfiesRule(holder: Holder, rule: AccessRule | (string & {}), path: string): boolean {
  if (rule === 'routeFilter') return passesRouteFilter(holder, path);
  return abilityRules.has(rule) && hasAbility(holder.roleId, rule as Ability);
}

/** Detail pages open from any page that lists them. A group opens if any of its pages does. */
export function mayOpen(holder: Holder, route: Route): boolean {
  if (hasParameter(route) && !route.access) return pagesLeadingTo(route.id).some((path) => mayOpenPath(holder, path));
  const ruling = rulingRoute(route);
  if (ruling) return satisfiesRule(holder, ruling.access ?? '', ruling.path);
  const children = childrenOf(route.id);
  return children.length === 0 || children.some((child) => !hasParameter(child) && mayOpen(holder, child));
}

const routesByPath = new Map<string, Route>(routes.map((route) => [route.path, route]));

/** Unknown paths are denied. */
export function mayOpenPath(holder: Holder, path: string): boolean {
  const route = routesByPath.get(path);
  return route !== undefined && mayOpen(holder, route);
}

type MenuGroup = { group: Route; pages: Route[] };

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

/**
 * Where a person lands after login: My resources, otherwise the first page they may open, otherwise their profile. Pages
 * that the menu hides come last.
 */
export function landingPath(holder: Holder): string {
  return firstPage(holder) ?? profilePath;
}

/** Whether they could open nothing but their profile. */
export function opensNoPage(holder: Holder): boolean {
  return firstPage(holder) === undefined;
}

function firstPage(holder: Holder): string | undefined {
  if (mayOpenPath(holder, homePath)) return homePath;
  const [first] = [...menuOf(holder), ...areasOf(holder)].flatMap(({ pages }) => pages);
  return first?.path ?? grantablePaths().find((path) => mayOpenPath(holder, path));
}

/** Groups for the header's area switcher: all that aren't hidden from the header, even if the menu hides them. */
export function areasOf(holder: Holder): MenuGroup[] {
  return groups()
    .filter((group) => !group.hideInHeader)
    .map((group) => ({ group, pages: visiblePages(holder, group) }))
    .filter((entry) => entry.pages.length > 0);
}

export function groups(): Route[] {
  return routes.filter((route) => !route.parentId && childrenOf(route.id).length > 0);
}

/** The paths a permission group can allow or forbid: those guarded by the route filter. */
export function grantablePaths(): PagePath[] {
  return routes.filter((route) => route.access === 'routeFilter').map((route) => route.path);
}
