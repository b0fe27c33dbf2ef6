import { vi } from 'vitest';

export type SentCall = {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: unknown;
};
type Reply = Response | Promise<Response>;
type Handler = (call: SentCall) => Reply;

/** A response with an envelope, as the API returns it. */
export function envelope(data: unknown, status = 200, message = 'ok', httpStatus = 200): Response {
  return json({ status, message, data }, httpStatus);
}

/** An error response with an envelope. */
export function failure(
  status: number,
  message: string,
  more: Record<string, unknown> = {},
  httpStatus = 400,
): Response {
  return json({ status, message, data: null, requestId: 'request-1', ...more }, httpStatus);
}

export function json(body: unknown, httpStatus = 200): Response {
  return new Response(JSON.stringify(body), { status: httpStatus, headers: { 'content-type': 'application/json' } });
}

/**
 * Replaces `fetch`. Handlers are named by method and path, such as `GET /api/admin/auth`; calls without one fail as if
 * the server were down.
 */
export function stubApi(handlers: Record<string, Handler>) {
  const calls: SentCall[] = [];
  const fetchStub = vi.fn(async (input: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input, window.location.origin);
    const call: SentCall = {
      method: init.method ?? 'GET',
      url,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    calls.push(call);
    const handler = handlers[`${call.method} ${url.pathname}`];
    if (!handler) throw new TypeError('Failed to fetch');
    return Promise.race([handler(call), abortion(init.signal)]);
  });
  vi.stubGlobal('fetch', fetchStub);
  return {
    calls,
    sent: (name: string) => calls.filter((call) => `${call.method} ${call.url.pathname}` === name),
  };
}

function abortion(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = () => reject(new DOMException('Aborted', 'AbortError'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
  });
}
