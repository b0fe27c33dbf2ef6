import { apiBase } from '@lectern/contract/constants.ts';
import type { Endpoint } from '@lectern/contract/endpoint.ts';

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
