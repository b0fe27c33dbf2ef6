import { z } from 'zod';
import type { ApiKeyScope } from './portal/portal-access.ts';
import type { Ability } from './roles.ts';
import type { PagePath } from './routes.ts';

/**
 * Who may call an endpoint. `open`: anyone. `signedIn`: anyone logged in. `page`: people with permission for any of
 * the pages and, if set, the ability. `apiKey`: sites (never people) with a key of that scope. `signedAddress`: anyone
 * with a URL signed by the server, which the handler verifies.
 */
export type EndpointAccess =
  | { kind: 'open' }
  | {
      kind: 'signedIn';
      ability?: Ability;
      whilePasswordMustChange?: true;
      /** Allowed while viewing as someone else, although it changes something. */
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
  /** Feature and verb, such as `auth.login`. Names the endpoint in logs, rules and query keys. */
  id: string;
  method: HttpMethod;
  /** Relative to the API base; `{id}` matches one segment. */
  path: string;
  access: EndpointAccess;
  /** How the session is sent. Cookies are for what browsers fetch on their own, and only for reads. */
  carrier: 'bearer' | 'cookie';
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  output: Output;
  /** `stream`: the handler sends raw bytes instead of an envelope. */
  answer: 'data' | 'result' | 'stream';
  /** Envelope status on success; 204 is sent as HTTP 200. */
  successStatus: 200 | 201 | 202 | 204;
  /** `bytes`: the body is a raw file. `stream`: the same at any size; the handler reads it as it arrives. */
  bodyForm: 'json' | 'bytes' | 'stream';
  /** Maximum body size in bytes. */
  bodyLimit: number;
  /** Body schema for the API documentation, for endpoints that validate each item of the body separately. */
  describedBody?: z.ZodType;
  /** Counted in the database, so restarts don't reset it. Open endpoints count per IP address, others per person. */
  rateLimit?: { calls: number; windowMs: number };
  /** The response contains a secret that is shown once, so it isn't stored for replay to duplicate requests. */
  confidential?: true;
  /** true if the path isn't relative to the API base. */
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

/** What a caller sends, before defaults and coercion. */
export type RequestOf<E extends Endpoint> = {
  params?: z.input<E['params']>;
  query?: z.input<E['query']>;
  body?: z.input<E['body']>;
};

/** A file as request body: browsers send a Blob, the handler receives its bytes. */
export const bytesBody = z.custom<Uint8Array>((value) => value instanceof Uint8Array) as unknown as z.ZodType<
  Uint8Array,
  Blob | Uint8Array
>;

export const idParams = z.strictObject({ id: z.uuid() });
