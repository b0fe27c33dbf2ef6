import {
  bodyStatus,
  type FailureDetails,
  type FailureEnvelope,
  isLoginExpiredStatus,
  isSuccessStatus,
} from '@lectern/contract/envelope.ts';
import { ApiError, type ApiErrorKind } from './api-error.ts';

export type Answer = {
  url: string;
  httpStatus: number;
  /** Parsed JSON; undefined when the body was something else. */
  body: unknown;
  requestId: string | undefined;
};

type Envelope = Partial<FailureEnvelope> & { status: number; success?: unknown; result?: unknown };
export type Expectation = { answer: 'data' | 'result' | 'stream'; envelopeRequired: boolean };

/**
 * The one place that tells success from failure. The envelope is believed before the HTTP status; the HTTP
 * status counts only for answers that carry no envelope.
 */
export function payloadOf(answer: Answer, expected: Expectation): unknown {
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
