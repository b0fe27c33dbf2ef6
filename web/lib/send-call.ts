import { requestTimeoutMs } from '@lectern/contract/constants.ts';
import { ApiError } from './api-error.ts';
import { addressOf, type Callable, type PlainRequest } from './callable.ts';
import { type Answer, payloadOf } from './classify-answer.ts';
import { currentLanguage } from './i18n/language.ts';

export type SendOptions = {
  signal?: AbortSignal | undefined;
  /** Left out for calls that go without the session. */
  token?: string | null;
  unprefixed?: boolean | undefined;
  withoutMiddleware?: boolean | undefined;
  idempotencyKey?: string | undefined;
  /** Goes on when the page goes away. */
  keepalive?: boolean;
};

/** Sends one call and answers with its payload, or fails with an ApiError. Knows nothing of sessions and messages. */
export async function sendCall(endpoint: Callable, request: PlainRequest, options: SendOptions): Promise<unknown> {
  const url = addressOf(endpoint, request, options);
  const answer = await exchange(url, endpoint.method, request.body, options);
  const flagged = Boolean(options.unprefixed || options.withoutMiddleware);
  return payloadOf(answer, { answer: endpoint.answer, envelopeRequired: !flagged });
}

async function exchange(url: string, method: string, body: unknown, options: SendOptions): Promise<Answer> {
  const controller = new AbortController();
  let ended: 'timeout' | 'aborted' | undefined;
  const end = (how: 'timeout' | 'aborted') => {
    ended ??= how;
    controller.abort();
  };
  const onAbort = () => end('aborted');
  if (options.signal?.aborted) onAbort();
  options.signal?.addEventListener('abort', onAbort);
  const timer = setTimeout(() => end('timeout'), requestTimeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers: headersOf(body, options),
      body: body === undefined ? null : body instanceof Blob ? body : JSON.stringify(body),
      credentials: 'same-origin',
      signal: controller.signal,
      ...(options.keepalive && { keepalive: true }),
    });
    const text = await response.text();
    const requestId = response.headers.get('x-request-id') ?? undefined;
    return { url, httpStatus: response.status, body: parsed(text), requestId };
  } catch (cause) {
    throw new ApiError({ kind: ended ?? 'network', message: '', url, cause });
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', onAbort);
  }
}

function headersOf(body: unknown, options: SendOptions): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', 'accept-language': currentLanguage() };
  if (body !== undefined) {
    // A file goes as it is; what it is the server finds out by itself.
    headers['content-type'] = body instanceof Blob ? 'application/octet-stream' : 'application/json';
  }
  if (options.token) headers.authorization = `Bearer ${options.token}`;
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  return headers;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
