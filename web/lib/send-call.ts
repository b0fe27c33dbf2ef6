import { requestTimeoutMs } from '@lectern/contract/constants.ts';
import {
  bodyStatus,
  type FailureDetails,
  type FailureEnvelope,
  isLoginExpiredStatus,
  isSuccessStatus,
} from '@lectern/contract/envelope.ts';
import { ApiError, type ApiErrorKind } from './api-error.ts';
import { addressOf, type Callable, type PlainRequest } from './callable.ts';
import { currentLanguage } from './i18n/language.ts';

type SendOptions = {
  signal?: AbortSignal | undefined;
  /** Omitted for calls without a session. */
  token?: string | null;
  unprefixed?: boolean | undefined;
  withoutMiddleware?: boolean | undefined;
  idempotencyKey?: string | undefined;
  /** Lets the request finish after the page unloads. */
  keepalive?: boolean;
};

/** Sends one call and returns its payload, or throws an ApiError. Knows nothing about sessions and notifications. */
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
    // Files are sent as they are; the server detects their type.
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

type Answer = {
  url: string;
  httpStatus: number;
  /** Parsed JSON; undefined when the body isn't JSON. */
  body: unknown;
  requestId: string | undefined;
};

type Envelope = Partial<FailureEnvelope> & { status: number; success?: unknown; result?: unknown };
type Expectation = { answer: 'data' | 'result' | 'stream'; envelopeRequired: boolean };

/**
 * The only place that distinguishes success from failure. The envelope takes precedence; the HTTP status counts only
 * for responses without one.
 */
function payloadOf(answer: Answer, expected: Expectation): unknown {
  const { body, httpStatus } = answer;
  if (isEnvelope(body)) {
    if (!isSuccessStatus(body.status)) throw failure(answer, kindOfStatus(body.status), body, body.status);
    if (body.success === false) throw failure(answer, 'refused', body, body.status);
    return expected.answer === 'result' ? body.result : body.data;
  }
  if (isObject(body) && body.success === false) throw failure(answer, 'refused', body, httpStatus);
  const readable = httpStatus >= 200 && httpStatus < 300 && body !== undefined && !expected.envelopeRequired;
  if (!readable) throw failure(answer, 'http', {}, httpStatus);
  return body;
}

function kindOfStatus(status: number): ApiErrorKind {
  if (status === bodyStatus.refused) return 'refused';
  return isLoginExpiredStatus(status) ? 'loginExpired' : 'status';
}

function failure(answer: Answer, kind: ApiErrorKind, body: Partial<FailureEnvelope>, status: number): ApiError {
  return new ApiError({
    kind,
    status,
    url: answer.url,
    message: typeof body.message === 'string' ? body.message : '',
    code: typeof body.code === 'string' ? body.code : undefined,
    details: isObject(body.data) ? (body.data as FailureDetails) : null,
    requestId: typeof body.requestId === 'string' ? body.requestId : answer.requestId,
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEnvelope(value: unknown): value is Envelope {
  return isObject(value) && typeof value.status === 'number';
}
