import { z } from 'zod';
import type { ApiKeyScope } from './portal/portal-access.ts';
import type { Ability } from './roles.ts';
import type { PagePath } from './routes.ts';

/**
 * Who may call an endpoint. `open` needs no login. `signedIn` needs one. `page` needs the permission of a page
 * (any of those named), and an ability where the page alone is not enough. `apiKey` is for sites, and for no person: it needs
 * a key of that scope. `signedAddress` is open to whoever has an address that the server signed, which the handler judges.
 */
export type EndpointAccess =
  | { kind: 'open' }
  | {
      kind: 'signedIn';
      ability?: Ability;
      whilePasswordMustChange?: true;
      /** Not refused to whoever looks as somebody else, although it changes something. */
      whileViewing?: true;
    }
  | { kind: 'page'; pages: readonly [PagePath, ...PagePath[]]; ability?: Ability }
  | { kind: 'apiKey'; scope: ApiKeyScope }
  | { kind: 'signedAddress' };

type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type Fields = z.ZodObject;

export type Endpoint<
  Params extends Fields = Fields,
  Query extends Fields = Fields,
  Body extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> = {
  /** Feature and verb, such as `auth.login`: names the call in logs, rules and query keys. */
  id: string;
  method: HttpMethod;
  /** Below the API base; `{id}` stands for one segment. */
  path: string;
  access: EndpointAccess;
  /** How the caller shows the session. Cookies serve what a browser fetches by itself, and only reading. */
  carrier: 'bearer' | 'cookie';
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  output: Output;
  /** `stream`: the handler answers with bytes of its own instead of an envelope. */
  answer: 'data' | 'result' | 'stream';
  /** Body status on success; 204 goes out as HTTP 200. */
  successStatus: 200 | 201 | 202 | 204;
  /**
   * `bytes`: the body is a file as it is, without an envelope of any kind. `stream`: the same, of any size; the handler
   * reads it while it comes.
   */
  bodyForm: 'json' | 'bytes' | 'stream';
  /** Bytes of body that are accepted. */
  bodyLimit: number;
  /** What the description says of the body, where each part of it is judged by itself. */
  describedBody?: z.ZodType;
  /** Counted in the database, so that a restart forgives nothing. Open calls count by address, others by person. */
  rateLimit?: { calls: number; windowMs: number };
  /** The answer holds a secret that is shown once: it is not kept for twins of the request. */
  confidential?: true;
  /** true: the path stands by itself, without the API base. */
  unprefixed?: boolean;
};

const noFields = z.strictObject({});
const kibibyte = 1024;

type Draft<P extends Fields, Q extends Fields, B extends z.ZodType, O extends z.ZodType> = Pick<
  Endpoint<P, Q, B, O>,
  'id' | 'method' | 'path' | 'access' | 'summary'
> &
  Partial<Omit<Endpoint<P, Q, B, O>, 'id' | 'method' | 'path' | 'access' | 'summary'>>;

export function defineEndpoint<
  P extends Fields = z.ZodObject<Record<never, never>>,
  Q extends Fields = z.ZodObject<Record<never, never>>,
  B extends z.ZodType = z.ZodUndefined,
  O extends z.ZodType = z.ZodNull,
>(draft: Draft<P, Q, B, O>): Endpoint<P, Q, B, O> {
  return {
    carrier: 'bearer',
    params: noFields as unknown as P,
    query: noFields as unknown as Q,
    body: z.undefined() as unknown as B,
    output: z.null() as unknown as O,
    answer: 'data',
    successStatus: 200,
    bodyForm: 'json',
    bodyLimit: 64 * kibibyte,
    ...draft,
  };
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type BodyOf<E extends Endpoint> = z.output<E['body']>;
export type OutputOf<E extends Endpoint> = z.output<E['output']>;

/** What a caller gives: before defaults and coercion. */
export type RequestOf<E extends Endpoint> = {
  params?: z.input<E['params']>;
  query?: z.input<E['query']>;
  body?: z.input<E['body']>;
};

/** The body of a call that takes a file: browsers give a Blob, the handler gets its bytes. */
export const bytesBody = z.custom<Uint8Array>((value) => value instanceof Uint8Array) as unknown as z.ZodType<
  Uint8Array,
  Blob | Uint8Array
>;

export const idParams = z.strictObject({ id: z.uuid() });
