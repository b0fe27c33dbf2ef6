import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Settings } from './settings.ts';

/** What browsers ask for under this path is asked of the portal, with the key that they never see. */
export const proxyPath = '/portal/';

const apiPath = '/api/portal/';
/** The only things a reader may send; everything else is reading. */
const writable = [/^\/api\/portal\/events$/, /^\/api\/portal\/resources\/[\w-]+\/reports$/];
const askedHeaders = ['accept', 'accept-language', 'content-type', 'if-none-match', 'if-range', 'range', 'user-agent'];
const answeredHeaders = [
  ...['accept-ranges', 'cache-control', 'content-disposition', 'content-length', 'content-range', 'content-type'],
  ...['etag', 'last-modified', 'retry-after', 'vary', 'x-request-id'],
];
const largestBody = 256 * 1024;

/** The address at the portal that a reader's request stands for; nothing when it is none of the reader's business. */
export function addressAtPortal(request: Pick<IncomingMessage, 'method' | 'url'>, portalUrl: URL): URL | undefined {
  const asked = new URL(request.url ?? '/', 'http://site.invalid');
  // A slash in disguise is nothing a reader needs, and not every server reads it in the same way.
  if (!asked.pathname.startsWith(proxyPath) || /%2f|%5c/i.test(asked.pathname)) return undefined;
  const target = new URL(`${apiPath}${asked.pathname.slice(proxyPath.length)}${asked.search}`, portalUrl);
  // Whatever dots and slashes do to an address has been done by now.
  if (target.origin !== portalUrl.origin || !target.pathname.startsWith(apiPath)) return undefined;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const mayWrite = request.method === 'POST' && writable.some((pattern) => pattern.test(target.pathname));
  return reads || mayWrite ? target : undefined;
}

/** Passes a request on and its answer back: states, validators and ranges included, so that caches and seeking work. */
export async function passOn(request: IncomingMessage, response: ServerResponse, settings: Settings): Promise<void> {
  const target = addressAtPortal(request, settings.portalUrl);
  if (!target || isForeign(request)) return answer(response, 403, 'This is not for readers.');
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  try {
    const body = request.method === 'POST' ? await readBody(request) : undefined;
    const answered = await fetch(target, {
      method: request.method,
      headers: headersFor(request, settings.key),
      body,
      redirect: 'manual',
      signal: leaving.signal,
    });
    const headers = answeredHeaders.flatMap((name) => {
      const value = answered.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    response.writeHead(answered.status, Object.fromEntries(headers));
    if (!answered.body) response.end();
    else await pipeline(Readable.fromWeb(answered.body), response);
  } catch (error) {
    if (leaving.signal.aborted) return;
    if (error instanceof RangeError) return answer(response, 413, error.message);
    answer(response, 502, 'The portal does not answer.');
  }
}

/** A page of another site must not write in the name of this one's readers. */
function isForeign(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site'];
  return request.method === 'POST' && site !== undefined && site !== 'same-origin';
}

function headersFor(request: IncomingMessage, key: string): Headers {
  const headers = new Headers({ authorization: `Bearer ${key}`, 'accept-encoding': 'identity' });
  for (const name of askedHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return headers;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > largestBody) throw new RangeError('That is too much at once.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function answer(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ status, message }));
}
