import type { FailureEnvelope } from '@lectern/contract/envelope.ts';
import { errorCatalogue } from '@lectern/contract/errors.ts';
import type { Language } from '@lectern/contract/language.ts';
import type { FastifyError } from 'fastify';
import { AppError } from '../app-error.ts';
import { isDatabaseBusy, isDatabaseDown } from '../db/database.ts';

/** Turns whatever was thrown into the one error the client may see. Nothing of an unforeseen error leaks. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseBusy(error)) return new AppError('overloaded', { retryAfterSeconds: 2, cause: error });
  if (isDatabaseDown(error)) return new AppError('databaseDown', { retryAfterSeconds: 2, cause: error });
  if (isStorageFull(error)) return new AppError('storageFull', { cause: error });
  const code = error instanceof Error ? (error as FastifyError).code : undefined;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('tooLarge', { params: { limit: 'what this call accepts' }, cause: error });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupportedMediaType', { params: { type: 'given' }, cause: error });
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('malformedRequest', { params: { reason: 'the body is not valid JSON' }, cause: error });
    case 'FST_ERR_BAD_URL':
      return new AppError('malformedRequest', { params: { reason: 'the address is not valid' }, cause: error });
    default:
      return fromStatusCode(error);
  }
}

function fromStatusCode(error: unknown): AppError {
  const statusCode = error instanceof Error ? (error as FastifyError).statusCode : undefined;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('malformedRequest', { params: { reason: 'it does not follow HTTP or JSON' }, cause: error });
  }
  return new AppError('serverError', { cause: error });
}

function isStorageFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // 53100 is PostgreSQL's disk_full.
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100';
}

export function failureEnvelope(error: AppError, requestId: string, language: Language): FailureEnvelope {
  return {
    status: errorCatalogue[error.code].status,
    message: error.messageIn(language),
    data: error.details,
    code: error.code,
    requestId,
  };
}
