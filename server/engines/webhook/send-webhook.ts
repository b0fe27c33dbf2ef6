import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { hostAndPortOf, isListedHost, mayConnect } from './host-rules.ts';

export type Posted = { url: string; headers: Record<string, string>; body: string };
/** `error`: why it did not arrive, in words for administrators; null: it did. */
export type PostAnswer = { status: number | null; error: string | null };
export type PostWebhook = (wanted: Posted) => Promise<PostAnswer>;

const timeoutMs = 10_000;
/** Nothing of an answer is used; a little is read so that the connection ends in peace. */
const mostAnswerBytes = 4_096;

/** The resolver is given by tests. */
type Options = { hosts: readonly string[]; resolve?: (name: string) => Promise<string[]> };

/** Posts to hosts that the operator lists: the name is resolved once, and that address is connected to; nothing is followed. */
export function webhookPoster({ hosts, resolve = resolveName }: Options): PostWebhook {
  return async ({ url: address, headers, body }) => {
    const host = hostAndPortOf(address);
    if (!host || !isListedHost(address, hosts)) return failed('The operator does not list this host.');
    const url = new URL(address);
    const name = url.hostname.replace(/^\[|\]$/g, '');
    let found: string | undefined;
    try {
      found = isIP(name) ? name : (await resolve(name))[0];
    } catch {
      return failed('The name of the host could not be resolved.');
    }
    if (!found) return failed('The name of the host could not be resolved.');
    if (!mayConnect(host, found, hosts))
      return failed('The name of the host leads into a network that is not allowed.');
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
          // Asked for all of them, it wants a list.
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
        answer.on('close', () => resolve({ status, error: wordsOf(status) }));
      },
    );
    request.on('error', (error: NodeJS.ErrnoException) => resolve(failed(reasonOf(error))));
    request.end(body);
  });
}

function wordsOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400
    ? `It answered ${status}: it sends elsewhere, which is not followed.`
    : `It answered ${status}.`;
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'It did not answer in time.';
  if (error.code === 'ECONNREFUSED') return 'Nothing listens there.';
  if (error.code?.startsWith('ERR_TLS') || error.code?.includes('CERT')) return 'Its certificate is not accepted.';
  return `The connection failed${error.code ? ` (${error.code})` : ''}.`;
}
