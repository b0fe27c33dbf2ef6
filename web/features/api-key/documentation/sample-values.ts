import { apiBase } from '@lectern/contract/constants.ts';
import type { Endpoint } from '@lectern/contract/endpoint.ts';
import { randomId } from '../../../lib/random-id.ts';
import { nameOf } from './portal-operations.ts';

type Listed = {
  columns?: { id: string }[];
  courses?: { id: string }[];
  resources?: { id: string; title: string; cover: { url: string } | null }[];
};
type Source = { path: string; pick: (data: Listed) => string | undefined };

const ofResource: Source = { path: '/portal/resources?size=1', pick: ({ resources }) => resources?.[0]?.id };

/** From where an example takes what only this library knows: the first thing that is published. */
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

/** Signed addresses name the server; here they are asked of the one that is open. */
function pathOf(address: string | undefined): string | undefined {
  if (!address) return undefined;
  const { pathname, search } = new URL(address, location.origin);
  return pathname + search;
}

export function hasSample(endpoint: Endpoint, parameter: string): boolean {
  return sources[nameOf(endpoint)]?.[parameter] !== undefined;
}

type Filled = { values: Record<string, string> } | { missing: true } | { refused: Ran };

/** Fills what was left empty and can be known; asks with the same key, so a key that may not is told so. */
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

/** A body that the server takes as it is. */
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

/** A call as it goes over the wire, without the key. */
export type Prepared = { method: string; address: string; body?: string | undefined };

export type Ran = {
  status: number;
  tookMs: number;
  headers: [string, string][];
  etag: string | null;
  /** Text that can be shown; null: it is something else, of `bytes`. */
  text: string | null;
  isCut: boolean;
  bytes: number;
  type: string;
};

const mostText = 40_000;

/** Puts values into the places of a path, and the others behind it. */
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
 * Calls the product as a foreign site would: with the key alone, without the session, past every cache. The key goes into
 * this one request and is kept nowhere.
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

/** For a terminal. The key is not in it: it would stay in the shell's history. */
export function asCurl({ method, address, body }: Prepared, origin: string, needsKey: boolean): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  return [
    `curl ${quote(origin + address)}`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(needsKey ? ['-H "Authorization: Bearer $PORTAL_KEY"'] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `--data ${quote(body)}`]),
  ].join(' \\\n  ');
}

/** For a server of one's own. */
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
