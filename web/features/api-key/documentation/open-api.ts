import { apiBase } from '@lectern/contract/constants.ts';
import type { Endpoint } from '@lectern/contract/endpoint.ts';
import { getPortalColumn, listPortalColumns } from '@lectern/contract/portal/portal-column.ts';
import { getPortalCourse, listPortalCourses } from '@lectern/contract/portal/portal-course.ts';
import { takePortalEvents } from '@lectern/contract/portal/portal-event.ts';
import { getPortalHome } from '@lectern/contract/portal/portal-home.ts';
import { openPortalMedia } from '@lectern/contract/portal/portal-media.ts';
import { reportPortalResource } from '@lectern/contract/portal/portal-report.ts';
import { getPortalResource, listPortalPages, listPortalResources } from '@lectern/contract/portal/portal-resource.ts';
import { searchPortal } from '@lectern/contract/portal/portal-search.ts';
import { listPortalSubjects } from '@lectern/contract/portal/portal-subject.ts';
import { queryOptions } from '@tanstack/react-query';
import { randomId } from '../../../lib/random-id.ts';

type Schema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};
export type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema };
type Content = { content?: Record<string, { schema: Schema }> };
type Described = { parameters: Parameter[]; requestBody?: Content; responses: Record<string, Content> };
type OpenApi = { paths: Record<string, Record<string, Described>> };

export const openApiAddress = `${apiBase}/openapi.json`;

/** The server's own OpenAPI document, so the parameter rules shown are the ones it enforces. */
export const openApiQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async ({ signal }): Promise<OpenApi> => {
    const response = await fetch(openApiAddress, { signal });
    if (!response.ok) throw new Error(String(response.status));
    return response.json();
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export function describedIn(document: OpenApi | undefined, { path, method }: Endpoint): Described | undefined {
  return document?.paths[`${apiBase}${path}`]?.[method.toLowerCase()];
}

/** Schema of `data` in a successful response. */
export function answerSchema(described: Described | undefined): Schema | undefined {
  const success = Object.entries(described?.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1];
  return success?.content?.['application/json']?.schema.properties?.data;
}

/** Short type name: `string`, `uuid`, `document | video`, `Course[]`. */
export function typeName(schema: Schema): string {
  if (schema.enum) return schema.enum.map(String).join(' | ');
  if (schema.const !== undefined) return String(schema.const);
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return [...new Set(parts.map(typeName))].join(' | ');
  if (schema.type === 'array') return schema.items ? `${typeName(schema.items)}[]` : 'array';
  if (schema.format) return schema.format;
  return Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any');
}

/** All nested fields as a flat list with dotted names. */
export function fieldsOf(schema: Schema | undefined, path = ''): { name: string; type: string }[] {
  const inner = schema?.type === 'array' ? schema.items : schema;
  const objects = [inner, ...(inner?.anyOf ?? []), ...(inner?.oneOf ?? [])].filter((one) => one?.properties);
  const properties = Object.assign({}, ...objects.map((one) => one?.properties)) as Record<string, Schema>;
  return Object.entries(properties).flatMap(([field, value]) => {
    const name = path ? `${path}.${field}` : field;
    const isList = value.type === 'array';
    return [
      { name: isList ? `${name}[]` : name, type: typeName(value) },
      ...fieldsOf(value, isList ? `${name}[]` : name),
    ];
  });
}

/** All portal calls, in the order a site typically needs them. A test compares the list with the contract. */
export const portalOperations: readonly Endpoint[] = [
  getPortalHome,
  listPortalColumns,
  getPortalColumn,
  listPortalSubjects,
  listPortalCourses,
  getPortalCourse,
  listPortalResources,
  getPortalResource,
  listPortalPages,
  searchPortal,
  openPortalMedia,
  takePortalEvents,
  reportPortalResource,
];

/** The last part of an endpoint's id: `portal.home` becomes `home`. */
export function nameOf({ id }: Pick<Endpoint, 'id'>): string {
  return id.slice(id.indexOf('.') + 1);
}

export function isWriting({ method }: Pick<Endpoint, 'method'>): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

type Listed = {
  columns?: { id: string }[];
  courses?: { id: string }[];
  resources?: { id: string; title: string; cover: { url: string } | null }[];
};
type Source = { path: string; pick: (data: Listed) => string | undefined };

const ofResource: Source = { path: '/portal/resources?size=1', pick: ({ resources }) => resources?.[0]?.id };

/** Where examples get ids that only this library knows: the first published item. */
const sources: Record<string, Record<string, Source>> = {
  column: { id: { path: '/portal/columns', pick: ({ columns }) => columns?.[0]?.id } },
  course: { id: { path: '/portal/courses?size=1', pick: ({ courses }) => courses?.[0]?.id } },
  resource: { id: ofResource },
  pages: { id: ofResource },
  report: { id: ofResource },
  search: { text: { path: ofResource.path, pick: ({ resources }) => resources?.[0]?.title } },
  media: {
    address: {
      path: '/portal/resources?size=50',
      pick: ({ resources }) => pathOf(resources?.find(({ cover }) => cover)?.cover?.url),
    },
  },
};

/** Signed URLs contain the server's host; requests from this page go to its own origin. */
function pathOf(address: string | undefined): string | undefined {
  if (!address) return undefined;
  const { pathname, search } = new URL(address, location.origin);
  return pathname + search;
}

export function hasSample(endpoint: Endpoint, parameter: string): boolean {
  return sources[nameOf(endpoint)]?.[parameter] !== undefined;
}

type Filled = { values: Record<string, string> } | { missing: true } | { refused: Ran };

/** Fills empty parameters that can be looked up. It uses the same key, so a key without permission gets the refusal. */
export async function fillIn(endpoint: Endpoint, values: Record<string, string>, key: string): Promise<Filled> {
  const filled = { ...values };
  for (const [name, { path, pick }] of Object.entries(sources[nameOf(endpoint)] ?? {})) {
    if (filled[name]) continue;
    const ran = await runCall({ method: 'GET', address: `${apiBase}${path}` }, key);
    if (ran.status !== 200 || ran.isCut) return { refused: ran };
    const found = pick(JSON.parse(ran.text ?? '{}').data ?? {});
    if (!found) return { missing: true };
    filled[name] = found;
  }
  return { values: filled };
}

/** A valid example body. */
export function sampleBody(endpoint: Endpoint): string | undefined {
  const bodies: Record<string, () => unknown> = {
    events: () => ({
      events: [
        {
          id: randomId(),
          at: new Date().toISOString(),
          action: 'search',
          query: 'optics',
          hits: 3,
          visit: 'documentation',
        },
      ],
    }),
    report: () => ({ reason: 'other', note: 'Sent from the documentation, to try it out.' }),
  };
  const made = bodies[nameOf(endpoint)]?.();
  return made === undefined ? undefined : JSON.stringify(made, null, 2);
}

/** A request as sent, without the key. */
export type Prepared = { method: string; address: string; body?: string | undefined };

export type Ran = {
  status: number;
  tookMs: number;
  headers: [string, string][];
  etag: string | null;
  /** Null for content that isn't text; then only `bytes` is known. */
  text: string | null;
  isCut: boolean;
  bytes: number;
  type: string;
};

const mostText = 40_000;

/** Fills path parameters; all others become the query string. */
export function addressWith(endpoint: Pick<Endpoint, 'path'>, values: Record<string, string>): string {
  const used = new Set<string>();
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_place, name: string) => {
    used.add(name);
    return encodeURIComponent(values[name] ?? '');
  });
  const rest = Object.entries(values).filter(([name, value]) => !used.has(name) && value !== '');
  const query = new URLSearchParams(rest).toString();
  return `${apiBase}${path}${query ? `?${query}` : ''}`;
}

/**
 * Sends the request as an external site would: only the key, no session, no cache. The key is used for this request
 * and stored nowhere.
 */
export async function runCall(prepared: Prepared, key: string | null, etag?: string): Promise<Ran> {
  const headers = new Headers();
  if (key) headers.set('authorization', `Bearer ${key}`);
  if (prepared.body !== undefined) headers.set('content-type', 'application/json');
  if (etag) headers.set('if-none-match', etag);
  const startedAt = performance.now();
  const response = await fetch(prepared.address, {
    method: prepared.method,
    headers,
    body: prepared.body,
    credentials: 'omit',
    cache: 'no-store',
  });
  const type = response.headers.get('content-type') ?? '';
  const blob = await response.blob();
  const tookMs = Math.round(performance.now() - startedAt);
  const isText = /json|^text\//.test(type);
  const whole = isText ? pretty(await blob.text(), type) : null;
  return {
    status: response.status,
    tookMs,
    headers: [...response.headers].sort(([left], [right]) => (left < right ? -1 : 1)),
    etag: response.headers.get('etag'),
    text: whole?.slice(0, mostText) ?? null,
    isCut: (whole?.length ?? 0) > mostText,
    bytes: blob.size,
    type,
  };
}

function pretty(text: string, type: string): string {
  if (!type.includes('json')) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** curl command with the key as a variable, so the secret doesn't end up in shell history. */
export function asCurl({ method, address, body }: Prepared, origin: string, needsKey: boolean): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  return [
    `curl ${quote(origin + address)}`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(needsKey ? ['-H "Authorization: Bearer $PORTAL_KEY"'] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `--data ${quote(body)}`]),
  ].join(' \\\n  ');
}

/** Example for server-side JavaScript. */
export function asFetch({ method, address, body }: Prepared, origin: string, needsKey: boolean): string {
  const headers = [
    ...(needsKey ? [`    authorization: \`Bearer \${process.env.PORTAL_KEY}\`,`] : []),
    ...(body === undefined ? [] : ["    'content-type': 'application/json',"]),
  ];
  return [
    `const response = await fetch(${JSON.stringify(origin + address)}, {`,
    `  method: '${method}',`,
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),`]),
    '});',
    'const { data } = await response.json();',
  ].join('\n');
}
