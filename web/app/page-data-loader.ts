import { isSuccessStatus } from '@lectern/contract/envelope.ts';
import { callKey, loadPageData, type PageData, pageData } from '@lectern/contract/page-data.ts';
import type { PageDataCall } from '@lectern/contract/page-data-call.ts';
import type { RouteId } from '@lectern/contract/routes.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../lib/api-client.ts';
import { queryOf } from '../lib/queries.ts';
import { freshToken } from '../lib/session-renewal.ts';

/**
 * Fetches the first data of a page in one request. It goes into the query cache under the keys that the page's own
 * queries use, so that they find it under way; what the loader could not give is then fetched, and explained, by them.
 */
export function startPageData(client: QueryClient, routeId: RouteId, path: string): void {
  const url = new URL(path, window.location.origin);
  const calls = pageData[routeId]?.(url) ?? [];
  const begin = (known: readonly PageDataCall[]) => fetchTogether(client, routeId, url, known);
  // What has to be fetched first, so as to know the calls, belongs to the page's own code: that may fail alike.
  if (calls instanceof Promise) void calls.then(begin).catch(() => undefined);
  else begin(calls);
}

function fetchTogether(client: QueryClient, routeId: RouteId, url: URL, calls: readonly PageDataCall[]): void {
  const wanted = calls.filter((entry) => !isFresh(client, entry) && !isUnderWay(client, entry));
  if (wanted.length === 0) return;
  const answers = fetchAnswers(routeId, url.href);
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

async function fetchAnswers(routeId: RouteId, url: string): Promise<Map<string, PageData['calls'][number]>> {
  try {
    await freshToken();
    const { calls } = await call(loadPageData, { query: { route: routeId, url } }, { unprefixed: true });
    return new Map(calls.filter(({ status }) => isSuccessStatus(status)).map((entry) => [entry.key, entry]));
  } catch {
    // The page's own calls fail for the same reason, and say so where their data would stand.
    return new Map();
  }
}

function requestOf({ params, query }: PageDataCall) {
  return { ...(params ? { params } : {}), ...(query ? { query } : {}) };
}

function keyOf(entry: PageDataCall): string {
  return callKey(entry.endpoint, requestOf(entry));
}

/** The page itself was faster. */
function isUnderWay(client: QueryClient, entry: PageDataCall): boolean {
  return client.getQueryState([keyOf(entry)])?.fetchStatus === 'fetching';
}

function isFresh(client: QueryClient, entry: PageDataCall): boolean {
  const state = client.getQueryState([keyOf(entry)]);
  const query = client.getQueryCache().find({ queryKey: [keyOf(entry)] });
  const { staleTime } = client.getDefaultOptions().queries ?? {};
  return state?.data !== undefined && query?.isStaleByTime(typeof staleTime === 'number' ? staleTime : 0) === false;
}
