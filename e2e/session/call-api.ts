import type { Endpoint, OutputOf, RequestOf } from '@lectern/contract/endpoint.ts';
import type { Session } from './sign-in.ts';

/** Calls the API as a person without the browser, to set up a test or check its results. */
export async function callApi<E extends Endpoint>(
  origin: string,
  session: Session,
  endpoint: E,
  request: RequestOf<E> = {},
): Promise<OutputOf<E>> {
  const query = new URLSearchParams((request.query ?? {}) as Record<string, string>);
  const params = (request.params ?? {}) as Record<string, string>;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const answer = await fetch(`${origin}/api${path}?${query}`, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${session.tokens.token}`,
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: request.body === undefined ? null : JSON.stringify(request.body),
  });
  const body = (await answer.json()) as { status: number; message: string; data: OutputOf<E> };
  if (body.status < 200 || body.status > 204) throw new Error(`${endpoint.id}: ${body.status} ${body.message}`);
  return body.data;
}

/** `callApi` bound to one person's session. */
export type Caller = <E extends Endpoint>(endpoint: E, request?: RequestOf<E>) => Promise<OutputOf<E>>;

export function callerOf(origin: string, session: Session): Caller {
  return (endpoint, request) => callApi(origin, session, endpoint, request);
}
