import type { FailureDetails } from '@lectern/contract/envelope.ts';
import type { ErrorCode } from '@lectern/contract/errors.ts';

export type ApiErrorKind = 'refused' | 'loginExpired' | 'status' | 'http' | 'network' | 'timeout' | 'aborted';

type ApiErrorFacts = {
  kind: ApiErrorKind;
  message: string;
  url: string;
  status?: number;
  code?: ErrorCode | undefined;
  details?: FailureDetails | null;
  requestId?: string | undefined;
  cause?: unknown;
};

/** The only error that calls throw. */
export class ApiError extends Error {
  /** Kind of failure; determines what is shown. */
  readonly kind: ApiErrorKind;
  /** The body's status where there was an envelope, else the HTTP status; 0 when nothing came back. */
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly details: FailureDetails | null;
  readonly requestId: string | undefined;
  readonly url: string;

  constructor(facts: ApiErrorFacts) {
    super(facts.message, { cause: facts.cause });
    this.name = 'ApiError';
    this.kind = facts.kind;
    this.status = facts.status ?? 0;
    this.code = facts.code;
    this.details = facts.details ?? null;
    this.requestId = facts.requestId;
    this.url = facts.url;
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}
