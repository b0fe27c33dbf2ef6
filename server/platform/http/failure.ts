import type { FailureEnvelope } from '@lectern/contract/envelope.ts';
import { errorCatalogue } from '@lectern/contract/errors.ts';
import type { Language } from '@lectern/contract/language.ts';
import type { Messages } from '@lectern/contract/messages/messages.ts';
import type { FastifyError } from 'fastify';
import { AppError, invalidField } from '../app-error.ts';
import { isDatabaseBusy, isDatabaseDown, isForeignKeyViolation } from '../db/database.ts';
import { wordsOf } from '../messages.ts';
import { isStorageFull } from '../storage/storage-full.ts';

type MalformedReason = keyof Messages['errorReasons']['malformed'];

export function malformed(reason: MalformedReason, cause?: unknown): AppError {
  return new AppError('malformedRequest', {
    params: { reason: wordsOf(({ errorReasons }) => errorReasons.malformed[reason]) },
    cause,
  });
}

/** Turns anything thrown into the one error the client may see. Details of unexpected errors never reach the client. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseBusy(error)) return new AppError('overloaded', { retryAfterSeconds: 2, cause: error });
  if (isDatabaseDown(error)) return new AppError('databaseDown', { retryAfterSeconds: 2, cause: error });
  // Services check references first, but the row can still be deleted between the check and the write.
  if (isForeignKeyViolation(error)) return invalidField(referenceOf(error), 'noSuchThing');
  if (isStorageFull(error)) return new AppError('storageFull', { cause: error });
  const code = error instanceof Error ? (error as FastifyError).code : undefined;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('requestTooLarge', { cause: error });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupportedMediaType', { cause: error });
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return malformed('notJson', error);
    case 'FST_ERR_BAD_URL':
      return malformed('address', error);
    default:
      return fromStatusCode(error);
  }
}

function fromStatusCode(error: unknown): AppError {
  const statusCode = error instanceof Error ? (error as FastifyError).statusCode : undefined;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return malformed('protocol', error);
  }
  return new AppError('serverError', { cause: error });
}

/** For example `templateId` from the constraint `mails_template_id_fkey`. */
function referenceOf(error: Error & { constraint?: string; table?: string }): string {
  const column = (error.constraint ?? '').replace(`${error.table}_`, '').replace(/_fkey\d*$/, '');
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function failureEnvelope(error: AppError, requestId: string, language: Language): FailureEnvelope {
  return {
    status: errorCatalogue[error.code].status,
    message: error.messageIn(language),
    data: error.detailsIn(language),
    code: error.code,
    requestId,
  };
}
