import type { FailureDetails } from '@lectern/contract/envelope.ts';
import type { ErrorCode } from '@lectern/contract/errors.ts';
import type { InputProblem } from '@lectern/contract/input-problems.ts';
import type { Language, Words } from '@lectern/contract/language.ts';
import { fillText } from '@lectern/contract/messages/fill-text.ts';
import { inEveryLanguage, wordsOf } from './messages.ts';

type Values = Readonly<Record<string, string | number | Words>>;
export type FieldFault = { path: string; message: Words };

type AppErrorOptions = {
  /** Values for the placeholders of the message. */
  params?: Values;
  details?: Omit<FailureDetails, 'fields'> & { fields?: FieldFault[] };
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** The only error that services throw; its status and message are looked up by code. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: Values;
  readonly #details: AppErrorOptions['details'];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(errorWords(code, options.params).en, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.params = options.params ?? {};
    this.#details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  messageIn(language: Language): string {
    return errorWords(this.code, this.params)[language];
  }

  detailsIn(language: Language): FailureDetails | null {
    if (!this.#details) return null;
    const { fields, ...rest } = this.#details;
    return {
      ...rest,
      ...(fields && { fields: fields.map(({ path, message }) => ({ path, message: message[language] })) }),
    };
  }
}

export function errorWords(code: ErrorCode, values: Values = {}): Words {
  return fillWords(
    wordsOf(({ errors }) => errors[code]),
    values,
  );
}

/** Fills the placeholders of a text in every language. */
function fillWords(text: Words, values: Values): Words {
  return inEveryLanguage((language) => {
    const plain = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? value[language] : value,
    ]);
    return fillText(text[language], Object.fromEntries(plain), language);
  });
}

export function problemWords(problem: InputProblem, values: Values = {}): Words {
  return fillWords(
    wordsOf(({ problems }) => problems[problem]),
    values,
  );
}

/** Refuses input that the schema can't check, naming the invalid field. */
export function invalidField(path: string, problem: InputProblem | Words, values: Values = {}): AppError {
  const message = typeof problem === 'string' ? problemWords(problem, values) : fillWords(problem, values);
  return new AppError('invalidInput', { params: { reason: message }, details: { fields: [{ path, message }] } });
}
