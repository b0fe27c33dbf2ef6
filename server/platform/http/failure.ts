import type { FailureEnvelope } from '@lectern/contract/envelope.ts';
import { errorCatalogue } from '@lectern/contract/errors.ts';
import type { Language, Words } from '@lectern/contract/language.ts';
import type { FastifyError } from 'fastify';
import { AppError, invalidField } from '../app-error.ts';
import { isDatabaseBusy, isDatabaseDown, isForeignKeyViolation } from '../db/database.ts';

/** Why a request can't be read at all. */
const malformedReasons = {
  fileMissing: { en: 'the file is missing', zh: '缺少文件' },
  notStorable: {
    en: 'it contains characters that can’t be stored, or is nested too deeply',
    zh: '包含无法保存的字符，或嵌套过深',
  },
  notJson: { en: 'the body is not valid JSON', zh: '正文不是有效的 JSON' },
  address: { en: 'the address is not valid', zh: '地址无效' },
  notOfRoute: { en: 'the address does not belong to this page', zh: '地址不属于此页面' },
  protocol: { en: 'it does not follow HTTP or JSON', zh: '不符合 HTTP 或 JSON 规范' },
  idempotencyKey: {
    en: 'the Idempotency-Key is not 1 to 200 plain characters',
    zh: 'Idempotency-Key 须为 1 至 200 个普通字符',
  },
  host: { en: 'the Host header is not valid', zh: 'Host 标头无效' },
  uploadOffset: { en: 'Upload-Offset is missing', zh: '缺少 Upload-Offset' },
} as const satisfies Record<string, Words>;

export function malformed(reason: keyof typeof malformedReasons, cause?: unknown): AppError {
  return new AppError('malformedRequest', { params: { reason: malformedReasons[reason] }, cause });
}

/** Turns whatever was thrown into the one error the client may see. Nothing of an unforeseen error leaks. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseBusy(error)) return new AppError('overloaded', { retryAfterSeconds: 2, cause: error });
  if (isDatabaseDown(error)) return new AppError('databaseDown', { retryAfterSeconds: 2, cause: error });
  // Services judge what they can; someone may still delete it between that and the write.
  if (isForeignKeyViolation(error)) return invalidField(referenceOf(error), 'noSuchThing');
  if (isStorageFull(error)) return new AppError('storageFull', { cause: error });
  const code = error instanceof Error ? (error as FastifyError).code : undefined;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('tooLarge', {
        params: { limit: { en: 'what this call accepts', zh: '此请求允许的大小' } },
        cause: error,
      });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupportedMediaType', { params: { type: { en: 'given', zh: '该类型' } }, cause: error });
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

function isStorageFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // 53100 is PostgreSQL's disk_full.
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100';
}

/** `templateId` of the constraint `mails_template_id_fkey`. */
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
