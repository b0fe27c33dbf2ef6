import { landingPath, mayOpen } from '@lectern/contract/access.ts';
import { isSuccessStatus } from '@lectern/contract/envelope.ts';
import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { callKey, firstCalls, loadPageData, type PageData } from '@lectern/contract/page-data.ts';
import type { PageDataCall } from '@lectern/contract/page-data-call.ts';
import { childrenOf, hasParameter, type Route, type RouteId, routes } from '@lectern/contract/routes.ts';
import type { QueryClient } from '@tanstack/react-query';
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Outlet,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { call } from '../lib/api-client.ts';
import { useCurrentUser } from '../lib/current-user.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useTexts } from '../lib/i18n/use-texts.ts';
import { initialState } from '../lib/initial-state.ts';
import { pageAfterLogin } from '../lib/own-path.ts';
import { queryOf } from '../lib/queries.ts';
import { loginCount } from '../lib/session.ts';
import { freshToken } from '../lib/session-renewal.ts';
import { CrashPanel } from './crash-panel.tsx';
import { ForbiddenPage, NotFoundPage } from './error-pages.tsx';
import { pages } from './pages.ts';
import { Shell } from './shell/shell.tsx';

type Place = { pathname: string; searchStr: string; href: string };

let sharedHistory: RouterHistory | undefined;

/**
 * One history for the lifetime of the window: it never removes its browser listeners, while routers come and go with
 * sessions.
 */
function browserHistory(): RouterHistory {
  sharedHistory ??= createBrowserHistory();
  return sharedHistory;
}

/** Builds the router from the route records. Every page is rendered inside the shell. */
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

function AppFrame() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

/** Where a route redirects to, if it shows nothing itself. */
function destinationOf(route: Route, user: CurrentUser, search: string): string | undefined {
  if (route.redirect) return route.redirect;
  if (route.id === 'auth') return pageAfterLogin(search) ?? landingPath(user);
  return firstPageOf(route, user)?.path;
}

/** A group opens its first permitted page; pages in the menu come before hidden ones. */
function firstPageOf(route: Route, user: CurrentUser): Route | undefined {
  if (route.access || route.parentId) return undefined;
  const open = childrenOf(route.id).filter((child) => !hasParameter(child) && mayOpen(user, child));
  return open.find((child) => !child.hideInMenu) ?? open[0];
}

/** Renders a route for this user. The address stays the same, even on an error page. */
function PageView({ route }: { route: Route }) {
  const user = useCurrentUser();
  useDocumentTitle(useTexts().routes[route.id]);
  if (route.id === 'notFound') return <NotFoundPage />;
  if (route.id === 'forbidden') return <ForbiddenPage />;
  if (!mayOpen(user, route)) return <ForbiddenPage route={route} />;
  const Page = pages[route.id];
  return Page ? <Page /> : <NotFoundPage />;
}

/** Query parameters as plain strings: no JSON quoting, and lists repeat the same name. */
type SearchParams = Record<string, string | string[]>;

export function parseSearch(search: string): SearchParams {
  const params = new URLSearchParams(search);
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const values = params.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) params.append(name, String(one));
    }
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}

/**
 * Fetches a page's first data in one request and puts it into the query cache under the page's own query keys, so the
 * page finds it already loading. Anything the request couldn't load is fetched by the page's own queries, which also
 * show errors.
 */
export function startPageData(client: QueryClient, routeId: RouteId, path: string): void {
  const url = new URL(path, window.location.origin);
  const calls = firstCalls(routeId, url);
  const begin = (known: readonly PageDataCall[]) => fetchTogether(client, routeId, url, known);
  // Determining the calls may load page code first. That can fail; the page then reports the same failure.
  if (calls instanceof Promise) void calls.then(begin).catch(() => undefined);
  else begin(calls);
}

type Answers = Map<string, PageData['calls'][number]>;
type EarlyPageData = { login: number; routeId: RouteId; url: string; answers: Promise<Answers> };

let early: EarlyPageData | undefined;

/** Fetches the data of the page in the address bar while the current user is still loading. */
export function fetchFirstPageData(routeId: RouteId, url: URL): void {
  const fetchWith = (calls: readonly PageDataCall[]) =>
    calls.length > 0 ? fetchAnswers(routeId, url.href) : new Map();
  const answers = Promise.resolve(firstCalls(routeId, url)).then(fetchWith, () => new Map());
  early = { login: loginCount(), routeId, url: url.href, answers };
}

/** The answers fetched early serve the first page only, and only the login they were fetched for. */
function answersFor(routeId: RouteId, url: string): Promise<Answers> {
  const first = early;
  early = undefined;
  const fits = first?.routeId === routeId && first.url === url && first.login === loginCount();
  return fits ? first.answers : fetchAnswers(routeId, url);
}

function fetchTogether(client: QueryClient, routeId: RouteId, url: URL, calls: readonly PageDataCall[]): void {
  const wanted = calls.filter((entry) => !isFresh(client, entry) && !isUnderWay(client, entry));
  if (wanted.length === 0) return;
  const answers = answersFor(routeId, url.href);
  for (const entry of wanted) {
    const options = queryOf(entry.endpoint, requestOf(entry));
    void client.prefetchQuery({
      queryKey: options.queryKey,
      queryFn: async ({ signal }) => {
        const answer = (await answers).get(keyOf(entry));
        return answer ? answer.data : call(entry.endpoint, requestOf(entry), { signal, quiet: entry.quiet ?? false });
      },
    });
  }
}

async function fetchAnswers(routeId: RouteId, url: string): Promise<Answers> {
  try {
    await freshToken();
    const { calls } = await call(loadPageData, { query: { route: routeId, url } }, { unprefixed: true });
    return new Map(calls.filter(({ status }) => isSuccessStatus(status)).map((entry) => [entry.key, entry]));
  } catch {
    // The page's own calls will fail for the same reason and show the error in place.
    return new Map();
  }
}

function requestOf({ params, query }: PageDataCall) {
  return { ...(params ? { params } : {}), ...(query ? { query } : {}) };
}

function keyOf(entry: PageDataCall): string {
  return callKey(entry.endpoint, requestOf(entry));
}

/** The page has already started this query. */
function isUnderWay(client: QueryClient, entry: PageDataCall): boolean {
  return client.getQueryState([keyOf(entry)])?.fetchStatus === 'fetching';
}

function isFresh(client: QueryClient, entry: PageDataCall): boolean {
  const state = client.getQueryState([keyOf(entry)]);
  const query = client.getQueryCache().find({ queryKey: [keyOf(entry)] });
  const { staleTime } = client.getDefaultOptions().queries ?? {};
  return state?.data !== undefined && query?.isStaleByTime(typeof staleTime === 'number' ? staleTime : 0) === false;
}
