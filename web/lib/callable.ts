import { apiBase } from '@lectern/contract/constants.ts';
import type { Endpoint, OutputOf, RequestOf } from '@lectern/contract/endpoint.ts';

/** What a call needs to know about its endpoint. Schemas serve only the types and can be left out to save bytes. */
export type Callable<E extends Endpoint = Endpoint> = Pick<Endpoint, 'id' | 'method' | 'path' | 'answer'> &
  Partial<Pick<E, 'params' | 'query' | 'body' | 'output'>>;

type FullOf<C extends Callable> = Endpoint<
  NonNullable<C['params']>,
  NonNullable<C['query']>,
  NonNullable<C['body']>,
  NonNullable<C['output']>
>;

/** Callers say `pageSize` for lists; the wire name is `size`. */
type Paged<Query> = Query extends { size?: unknown } ? Query | (Omit<Query, 'size'> & { pageSize?: number }) : Query;

export type CallRequest<C extends Callable> = Omit<RequestOf<FullOf<C>>, 'query'> & {
  query?: Paged<NonNullable<RequestOf<FullOf<C>>['query']>>;
};
export type CallOutput<C extends Callable> = OutputOf<FullOf<C>>;

export type PlainRequest = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
};

/** The query as sent: `pageSize` becomes `size`, and undefined values are dropped. */
export function wireQuery(query: Record<string, unknown> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name === 'pageSize' ? 'size' : name, String(value)]),
  );
}

/** The address of a call on our own origin; also used for plain links. */
export function addressOf(
  endpoint: Pick<Endpoint, 'path'>,
  request: PlainRequest = {},
  { unprefixed = false }: { unprefixed?: boolean | undefined } = {},
): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_place, name: string) => {
    const value = request.params?.[name];
    if (value === undefined) throw new Error(`The call ${endpoint.path} needs the parameter ${name}`);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams(wireQuery(request.query)).toString();
  return `${unprefixed ? '' : apiBase}${path}${query ? `?${query}` : ''}`;
}
