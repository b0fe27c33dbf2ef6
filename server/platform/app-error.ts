import type { FailureDetails } from '@lectern/contract/envelope.ts';
import { type ErrorCode, errorCatalogue, fillText } from '@lectern/contract/errors.ts';
import type { Language } from '@lectern/contract/language.ts';

type AppErrorOptions = {
  /** Values for the places in the catalogue's text. */
  params?: Record<string, string | number>;
  details?: FailureDetails;
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** The one error that services throw. Statuses and text come from the catalogue by its code. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: Record<string, string | number>;
  readonly details: FailureDetails | null;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(fillText(errorCatalogue[code].en, options.params ?? {}), { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.params = options.params ?? {};
    this.details = options.details ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  messageIn(language: Language): string {
    return fillText(errorCatalogue[this.code][language], this.params);
  }
}

/** Input that the schema can't judge, refused with the field that is wrong. */
export function invalidField(path: string, message: string): AppError {
  return new AppError('invalidInput', { params: { reason: message }, details: { fields: [{ path, message }] } });
}
