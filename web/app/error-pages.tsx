import { groups, landingPath, mayOpen, rulingRoute } from '@lectern/contract/access.ts';
import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { abilityThresholds } from '@lectern/contract/roles.ts';
import { hasParameter, matchRoute, type Route, routes } from '@lectern/contract/routes.ts';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { AppLink } from '../components/app-link.tsx';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { AskForAccess } from '../components/permission/ask-for-access.tsx';
import { LazyExplainChain } from '../components/permission/lazy-explain.ts';
import { findAction, runAction, useActions } from '../lib/actions.ts';
import { useCurrentUser } from '../lib/current-user.tsx';
import { fillText, useTexts } from '../lib/i18n/use-texts.ts';
import { navigate } from '../lib/navigation.ts';
import { ownPath } from '../lib/own-path.ts';

/** The 404 page: the missing address, likely reasons, and where to go instead. */
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

/** Pages this user may open with a path similar to a missing one, closest first. */
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

/** Levenshtein distance, computed one row at a time. */
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

const paletteAction = 'palette.open';

/** Ways on from an error page: back, the user's first page, search. */
function ErrorPageActions() {
  const { errorPages: texts, routes } = useTexts();
  const user = useCurrentUser();
  const { history } = useRouter();
  const landing = landingPath(user);
  const landingPage = matchRoute(landing);
  const canSearch = useActions().some((action) => action.id === paletteAction);
  return (
    <>
      {history.canGoBack() && <Button onClick={() => history.back()}>{texts.back}</Button>}
      <AppLink to={landing} className="action">
        {landingPage && routes[landingPage.id]}
      </AppLink>
      {canSearch && (
        <Button
          icon="search"
          keys={findAction(paletteAction)?.keys}
          onClick={() => runAction(paletteAction, { navigate, user })}
        >
          {texts.search}
        </Button>
      )}
    </>
  );
}

/**
 * Shown in place of a page the user may not open, and under /403, where `?from=` may name the page. Says which
 * permission is missing and lets the user request it.
 */
export function ForbiddenPage({ route }: { route?: Route }) {
  const { errorPages, routes } = useTexts();
  const user = useCurrentUser();
  const asked = useAskedRoute(route);
  const explanation = useExplanation(asked?.route);
  const [whyShown, setWhyShown] = useState(false);
  const allowed = asked !== undefined && mayOpen(user, asked.route);
  const closed = allowed ? undefined : asked;
  const ruling = closed && rulingRoute(closed.route);
  const title = asked && fillText(errorPages.forbidden.titleNamed, { page: routes[asked.route.id] });
  return (
    <section className="notice-page">
      <p className="notice-page-code">403</p>
      <h1>{allowed ? errorPages.forbidden.nowAllowed : (title ?? errorPages.forbidden.title)}</h1>
      {!allowed && <p>{explanation}</p>}
      {ruling?.access === 'routeFilter' && <AskForAccess page={ruling.path} />}
      <div className="notice-page-actions">
        {allowed && (
          <AppLink className="action action-primary" to={asked.path}>
            {errorPages.forbidden.open}
          </AppLink>
        )}
        <ErrorPageActions />
        {closed && (
          <Button aria-expanded={whyShown} onClick={() => setWhyShown(!whyShown)}>
            {errorPages.forbidden.why}
          </Button>
        )}
      </div>
      {closed && whyShown && (
        <div className="notice-page-block">
          <LazyExplainChain path={closed.route.path} />
        </div>
      )}
    </section>
  );
}

function useAskedRoute(route: Route | undefined): { route: Route; path: string } | undefined {
  const { pathname, searchStr } = useLocation();
  if (route) return { route, path: pathname };
  const from = ownPath(new URLSearchParams(searchStr).get('from'));
  const matched = from ? matchRoute(from.split(/[?#]/, 1)[0] ?? '') : undefined;
  return from && matched ? { route: matched, path: from } : undefined;
}

/** The missing permission as a sentence. */
function useExplanation(route: Route | undefined): string {
  const { errorPages, words } = useTexts();
  const { roleId } = useCurrentUser();
  const ruling = route && rulingRoute(route);
  if (!ruling?.access) return errorPages.forbidden.unknownPage;
  if (ruling.access === 'routeFilter') return errorPages.forbidden.missingPermission;
  const role = words.roles[abilityThresholds[ruling.access]];
  return fillText(errorPages.forbidden.missingAbility, { role, ownRole: words.roles[roleId] });
}
