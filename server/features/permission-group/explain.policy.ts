import { rulingRoute } from '@lectern/contract/access.ts';
import type { ExplainedGroup, ExplainedPage } from '@lectern/contract/features/permission-explain.ts';
import { accessFlag, hasAbility } from '@lectern/contract/roles.ts';
import { findRoute, hasParameter, matchRoute, pagesLeadingTo, type Route } from '@lectern/contract/routes.ts';
import type { ReachingGroup } from './permission-group.repository.ts';

/** The pages whose rules decide about a route: its own, or for a detail page those of the lists that lead to it. */
export function decidingPages(route: Route): Route[] {
  if (!hasParameter(route) || route.access) return rulingOf(route);
  return pagesLeadingTo(route.id).flatMap((path) => {
    const page = matchRoute(path);
    return page ? rulingOf(page) : [];
  });
}

function rulingOf(route: Route): Route[] {
  const ruling = rulingRoute(route);
  return ruling ? [ruling] : [];
}

/**
 * Explains why a person can or can’t open a page, by role and groups. Forbid wins over Allow; without either, the page
 * is closed.
 */
export function explainPage(page: Route, roleId: number, reaching: readonly ReachingGroup[]): ExplainedPage {
  const rule = page.access ?? 'superAdmin';
  if (rule !== 'routeFilter') {
    const allowed = hasAbility(roleId, rule);
    const because = rule === 'user' ? 'everybody' : allowed ? 'role' : 'roleMissing';
    return { path: page.path, rule, allowed, because, groups: [] };
  }
  const groups = reaching.map(({ rules, ...way }): ExplainedGroup => ({ ...way, flag: rules[page.path] ?? null }));
  groups.sort((one, other) => weight(other) - weight(one));
  const because = hasAbility(roleId, 'superAdmin') ? 'role' : verdict(groups);
  return { path: page.path, rule, allowed: because === 'role' || because === 'allowed', because, groups };
}

/** Sorts deciding groups first. */
function weight({ flag }: ExplainedGroup): number {
  return flag === accessFlag.forbid ? 2 : flag === accessFlag.allow ? 1 : 0;
}

function verdict(groups: readonly ExplainedGroup[]): 'allowed' | 'forbidden' | 'unset' {
  if (groups.some((group) => group.flag === accessFlag.forbid)) return 'forbidden';
  return groups.some((group) => group.flag === accessFlag.allow) ? 'allowed' : 'unset';
}

/** Finds a route by its path or by an address that matches it. */
export function routeOf(path: string): Route | undefined {
  return matchRoute(path) ?? findRoute(path);
}
