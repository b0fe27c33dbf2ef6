import { landingPath, mayOpen } from '@lectern/contract/access.ts';
import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { childrenOf, hasParameter, type Route } from '@lectern/contract/routes.ts';
import { pageAfterLogin } from '../lib/own-path.ts';

/** Where a route sends its visitor on, if it shows nothing itself. */
export function destinationOf(route: Route, user: CurrentUser, search: string): string | undefined {
  if (route.redirect) return route.redirect;
  if (route.id === 'auth') return pageAfterLogin(search) ?? landingPath(user);
  return firstPageOf(route, user)?.path;
}

/** A group shows its first page that this user may open; those in the menu come before hidden ones. */
function firstPageOf(route: Route, user: CurrentUser): Route | undefined {
  if (route.access || route.parentId) return undefined;
  const open = childrenOf(route.id).filter((child) => !hasParameter(child) && mayOpen(user, child));
  return open.find((child) => !child.hideInMenu) ?? open[0];
}
