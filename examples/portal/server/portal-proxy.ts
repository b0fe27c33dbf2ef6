import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Settings } from './settings.ts';

/** Requests under this path go to the portal with the API key, which browsers never see. */
export const proxyPath = '/portal/';

const apiPath = '/api/portal/';
/** Media URLs are already signed for readers and don't need the key. */
const mediaPath = '/api/portal/media/';
/** Readers may only POST events and reports; everything else is read-only. */
const eventsPath = '/api/portal/events';
const writable = [/^\/api\/portal\/events$/, /^\/api\/portal\/resources\/[\w-]+\/reports$/];
const askedHeaders = ['accept', 'accept-language', 'content-type', 'if-none-match', 'if-range', 'range', 'user-agent'];
const answeredHeaders = [
  ...['accept-ranges', 'cache-control', 'content-disposition', 'content-length', 'content-range', 'content-type'],
  ...['etag', 'last-modified', 'retry-after', 'vary', 'x-request-id'],
];
const largestBody = 256 * 1024;

/** The portal address for a reader's request; undefined when readers aren't allowed to make it. */
export function addressAtPortal(request: Pick<IncomingMessage, 'method' | 'url'>, portalUrl: URL): URL | undefined {
  const asked = new URL(request.url ?? '/', 'http://site.invalid');
  // Encoded slashes are rejected because servers decode them differently, and no reader needs them.
  if (!asked.pathname.startsWith(proxyPath) || /%2f|%5c/i.test(asked.pathname)) return undefined;
  const target = new URL(`${apiPath}${asked.pathname.slice(proxyPath.length)}${asked.search}`, portalUrl);
  // Checked after URL parsing, which has resolved dot segments and slashes by now.
  if (target.origin !== portalUrl.origin || !target.pathname.startsWith(apiPath)) return undefined;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const mayWrite = request.method === 'POST' && writable.some((pattern) => pattern.test(target.pathname));
  return reads || mayWrite ? target : undefined;
}

/** Forwards a request and its response, including status, validators and ranges, so that caching and seeking work. */
export async function passOn(request: IncomingMessage, response: ServerResponse, settings: Settings): Promise<void> {
  const target = addressAtPortal(request, settings.portalUrl);
  if (!target || isForeign(request)) return answer(response, 403, 'This call isn’t available to visitors.');
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  try {
    const sent = request.method === 'POST' ? await readBody(request) : undefined;
    const body = target.pathname === eventsPath && sent ? withReader(sent, request) : sent;
    const answered = await fetch(target, {
      method: request.method,
      headers: headersFor(request, target.pathname.startsWith(mediaPath) ? undefined : settings.key),
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
    if (error instanceof SyntaxError) return answer(response, 400, 'The body isn’t valid JSON.');
    if (error instanceof RangeError) return answer(response, 413, error.message);
    answer(response, 502, 'The portal isn’t responding.');
  }
}

/** Other sites must not send events or reports on behalf of this site's readers. */
function isForeign(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site'];
  return request.method === 'POST' && site !== undefined && site !== 'same-origin';
}

function headersFor(request: IncomingMessage, key: string | undefined): Headers {
  const headers = new Headers({ 'accept-encoding': 'identity' });
  if (key) headers.set('authorization', `Bearer ${key}`);
  for (const name of askedHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return headers;
}

/** The portal only sees this server, so the reader's IP address and browser are added here. */
export function withReader(body: string, request: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const sent: unknown = JSON.parse(body);
  if (!isRecord(sent) || !Array.isArray(sent.events)) return body;
  const ip = request.socket.remoteAddress?.replace(/^::ffff:/, '');
  const userAgent = request.headers['user-agent']?.slice(0, 400);
  return JSON.stringify({
    events: sent.events.map((event) => (isRecord(event) ? { ...event, ip, userAgent } : event)),
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > largestBody) throw new RangeError('The body is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function answer(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ status, message }));
}
