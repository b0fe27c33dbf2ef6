import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP } from 'node:net';
import { storedFailure } from '@lectern/contract/features/webhook.ts';

type Posted = { url: string; headers: Record<string, string>; body: string };
/** `error` is a failure code with its detail; null when the webhook was delivered. */
type PostAnswer = { status: number | null; error: string | null };
export type PostWebhook = (wanted: Posted) => Promise<PostAnswer>;

const timeoutMs = 10_000;
/** The response body is ignored; reading a little of it lets the connection close cleanly. */
const mostAnswerBytes = 4_096;

/** `resolve` is overridden in tests. */
type Options = { hosts: readonly string[]; resolve?: (name: string) => Promise<string[]> };

/**
 * Posts only to hosts the operator lists. The name is resolved once and the connection goes to that address; redirects
 * aren't followed.
 */
export function webhookPoster({ hosts, resolve = resolveName }: Options): PostWebhook {
  return async ({ url: address, headers, body }) => {
    const host = hostAndPortOf(address);
    if (!host || !isListedHost(address, hosts)) return failed('hostNotListed');
    const url = new URL(address);
    const name = url.hostname.replace(/^\[|\]$/g, '');
    let found: string | undefined;
    try {
      found = isIP(name) ? name : (await resolve(name))[0];
    } catch {
      return failed('hostUnknown');
    }
    if (!found) return failed('hostUnknown');
    if (!mayConnect(host, found, hosts)) return failed('networkNotAllowed');
    return post(url, found, { headers, body });
  };
}

function failed(error: string): PostAnswer {
  return { status: null, error };
}

async function resolveName(name: string): Promise<string[]> {
  return (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);
}

function post(url: URL, address: string, { headers, body }: Pick<Posted, 'headers' | 'body'>): Promise<PostAnswer> {
  return new Promise((resolve) => {
    const family = isIP(address);
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        method: 'POST',
        agent: false,
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        lookup: (_name, options, done) => {
          // With `options.all`, Node expects a list of addresses.
          if (options.all) (done as unknown as (error: null, all: object[]) => void)(null, [{ address, family }]);
          else done(null, address, family);
        },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (answer) => {
        const status = answer.statusCode ?? 0;
        let read = 0;
        answer.on('data', (chunk: Buffer) => {
          read += chunk.length;
          if (read > mostAnswerBytes) answer.destroy();
        });
        answer.on('error', () => undefined);
        answer.on('close', () => resolve({ status, error: failureOf(status) }));
      },
    );
    request.on('error', (error: NodeJS.ErrnoException) => resolve(failed(reasonOf(error))));
    request.end(body);
  });
}

function failureOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return storedFailure(status >= 300 && status < 400 ? 'redirected' : 'status', status);
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout';
  if (error.code === 'ECONNREFUSED') return 'connectionRefused';
  if (error.code?.startsWith('ERR_TLS') || error.code?.includes('CERT')) return 'certificate';
  return error.code ? storedFailure('connectionError', error.code) : 'connectionFailed';
}

/**
 * Networks a host name must not resolve to: loopback, private, link-local, cloud metadata, multicast and reserved
 * ranges.
 */
const inner = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  inner.ipv4.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 128],
  ['::1', 128],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  inner.ipv6.addSubnet(network, bits, 'ipv6');
}

export function isInnerAddress(address: string): boolean {
  const family = isIP(address);
  // Anything that isn't an IP address counts as internal. IPv4-mapped IPv6 addresses are all blocked by ::ffff:0:0/96.
  if (family === 0) return true;
  // Two lists, because ::ffff:0:0/96 in a shared BlockList would match every IPv4 address.
  return family === 4 ? inner.ipv4.check(address, 'ipv4') : inner.ipv6.check(address, 'ipv6');
}

/** Returns host:port, or undefined unless the URL is http(s) without credentials or a fragment. */
export function hostAndPortOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.hash) return undefined;
  return `${url.hostname.toLowerCase()}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
}

export function isListedHost(address: string, hosts: readonly string[]): boolean {
  const wanted = hostAndPortOf(address);
  return wanted !== undefined && hosts.includes(wanted);
}

/**
 * Whether a listed host may be reached at the address it resolves to. Internal addresses are allowed only if the
 * operator lists the address itself, or if the host is `localhost` and resolves to loopback.
 */
export function mayConnect(host: string, address: string, hosts: readonly string[]): boolean {
  if (!isInnerAddress(address)) return true;
  const port = host.slice(host.lastIndexOf(':') + 1);
  const literal = isIP(address) === 6 ? `[${address}]` : address;
  return (
    hosts.includes(`${literal}:${port}`) || (host === `localhost:${port}` && ['127.0.0.1', '::1'].includes(address))
  );
}
