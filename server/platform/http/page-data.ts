import { mayOpen } from '@lectern/contract/access.ts';
import { errorCatalogue } from '@lectern/contract/errors.ts';
import { callKey, firstCalls, loadPageData, type PageData } from '@lectern/contract/page-data.ts';
import type { PageDataCall } from '@lectern/contract/page-data-call.ts';
import { findRoute, matchRoute } from '@lectern/contract/routes.ts';
import { AppError } from '../app-error.ts';
import { pageNames } from '../error-values.ts';
import { authorise } from './authorise.ts';
import type { EndpointRegistry } from './endpoint-registry.ts';
import { malformed, toAppError } from './failure.ts';
import { parseInput } from './parse-input.ts';
import type { SignedInContext } from './request-context.ts';

/** Loads a page's first data through the same handlers and access checks as the single calls. */
export function registerPageData(registry: EndpointRegistry): void {
  registry.handle(loadPageData, async ({ query }, context) => {
    const route = findRoute(query.route);
    if (!route) throw new AppError('notFound');
    const url = ownUrl(query.url, context.origin);
    if (matchRoute(url.pathname)?.id !== route.id) {
      throw malformed('notOfRoute');
    }
    if (!mayOpen(context.principal, route)) {
      throw new AppError('pageForbidden', { params: { page: pageNames([route.path]) }, details: { page: route.path } });
    }
    const calls = await firstCalls(route.id, url);
    return { calls: await Promise.all(calls.map((call) => answerCall(registry, call, context))) };
  });
}

/** The URL is only parsed, never fetched; other origins are refused anyway. */
function ownUrl(value: string, origin: string): URL {
  let url: URL;
  try {
    url = new URL(value, origin);
  } catch {
    throw malformed('address');
  }
  if (url.origin !== origin) throw new AppError('crossOrigin');
  return url;
}

async function answerCall(
  registry: EndpointRegistry,
  call: PageDataCall,
  context: SignedInContext,
): Promise<PageData['calls'][number]> {
  const key = callKey(call.endpoint, call);
  try {
    const registered = registry.get(call.endpoint);
    if (registered.answer === 'stream') throw new Error(`${call.endpoint.id} streams and is no page data`);
    authorise(call.endpoint, context.principal);
    const input = parseInput(call.endpoint, { params: call.params, query: call.query, body: undefined });
    return { key, status: 200, message: '', data: await registered.run(input, context) };
  } catch (thrown) {
    const error = toAppError(thrown);
    // The page will make the call itself; if it fails again, it is logged there.
    context.log.debug({ err: thrown, endpointId: call.endpoint.id }, 'left to the page');
    return { key, status: errorCatalogue[error.code].status, message: error.messageIn(context.language), data: null };
  }
}
