import { groups, mayOpen } from '@lectern/contract/access.ts';
import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { hasParameter, type Route, routes } from '@lectern/contract/routes.ts';
import { useLocation } from '@tanstack/react-router';
import { AppLink } from '../components/app-link.tsx';
import { Icon } from '../components/icon.tsx';
import { useCurrentUser } from '../lib/current-user.tsx';
import { fillText, useTexts } from '../lib/i18n/use-texts.ts';
import { ownPath } from '../lib/own-path.ts';
import { ErrorPageActions } from './error-page-actions.tsx';

/** Says which address does not exist, what may have happened, and where to go instead. */
export function NotFoundPage() {
  const { errorPages, routes } = useTexts();
  const user = useCurrentUser();
  const searchStr = useLocation({ select: (location) => location.searchStr });
  const from = ownPath(new URLSearchParams(searchStr).get('from'));
  const similar = from ? similarPages(from, user) : [];
  return (
    <section className="notice-page">
      <p className="notice-page-code">404</p>
      <h1>{errorPages.notFound.title}</h1>
      <p>{from ? fillText(errorPages.notFound.text, { path: from }) : errorPages.notFound.textBare}</p>
      <p>{errorPages.notFound.moved}</p>
      {similar.length > 0 && (
        <nav className="notice-page-links" aria-label={errorPages.notFound.similar}>
          <p>{errorPages.notFound.similar}</p>
          {similar.map((route) => (
            <AppLink key={route.id} to={route.path}>
              <Icon name={route.icon ?? 'list'} />
              {routes[route.id]}
            </AppLink>
          ))}
        </nav>
      )}
      <div className="notice-page-actions">
        <ErrorPageActions />
      </div>
    </section>
  );
}

const most = 3;

/** Pages this user may open whose address is close to one that does not exist, closest first. */
export function similarPages(path: string, user: CurrentUser): Route[] {
  const asked = path.toLowerCase();
  const areas = new Set(groups().map((group) => group.id));
  return routes
    .filter((route) => route.path.startsWith('/app/') && route.id !== 'auth' && !areas.has(route.id))
    .filter((route) => !hasParameter(route) && mayOpen(user, route))
    .map((route) => ({ route, distance: editDistance(asked, route.path.toLowerCase()) }))
    .filter(({ route, distance }) => distance <= route.path.length / 2 || asked.startsWith(`${route.path}/`))
    .sort((left, right) => left.distance - right.distance)
    .slice(0, most)
    .map(({ route }) => route);
}

/** Levenshtein's, one row at a time. */
export function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
