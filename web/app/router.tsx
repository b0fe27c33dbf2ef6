import { mayOpen } from '@lectern/contract/access.ts';
import { type Route, routes } from '@lectern/contract/routes.ts';
import type { QueryClient } from '@tanstack/react-query';
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { initialState } from '../lib/initial-state.ts';
import { AppFrame } from './app-frame.tsx';
import { CrashPanel } from './crash-panel.tsx';
import { destinationOf } from './guards.ts';
import { startPageData } from './page-data-loader.ts';
import { PageView } from './page-view.tsx';
import { parseSearch, stringifySearch } from './search-params.ts';

type Place = { pathname: string; searchStr: string; href: string };

let sharedHistory: RouterHistory | undefined;

/** One for the window's whole life: a history listens to the browser for ever, and routers come and go with sessions. */
function browserHistory(): RouterHistory {
  sharedHistory ??= createBrowserHistory();
  return sharedHistory;
}

/** The router, built from the one table of pages. Every page stands in the global layout. */
export function createAppRouter(client: QueryClient, history: RouterHistory = browserHistory()) {
  const root = createRootRoute({ component: AppFrame });
  const known = routes.map((record) =>
    createRoute({
      getParentRoute: () => root,
      path: record.path.replace(/\{(\w+)\}/g, '$$$1'),
      beforeLoad: ({ location }) => sendOn(record, location),
      loader: ({ location }) => startPage(client, record, location),
      component: () => <PageView route={record} />,
    }),
  );
  const unknown = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: ({ location }) => {
      throw redirect({ to: '/404', search: { from: location.pathname }, replace: true });
    },
  });
  return createRouter({
    routeTree: root.addChildren([...known, unknown]),
    history,
    caseSensitive: true,
    parseSearch,
    stringifySearch,
    defaultErrorComponent: PageCrash,
  });
}

function sendOn(route: Route, place: Place): void {
  const { user } = initialState.get();
  const destination = user && destinationOf(route, user, place.searchStr);
  if (destination) throw redirect({ href: destination, replace: true });
}

function startPage(client: QueryClient, route: Route, place: Place): void {
  const { user } = initialState.get();
  if (user && mayOpen(user, route)) startPageData(client, route.id, place.href);
}

function PageCrash({ error, reset }: ErrorComponentProps) {
  return <CrashPanel error={error} onRetry={reset} />;
}
