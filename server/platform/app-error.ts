import type { FailureDetails } from '@lectern/contract/envelope.ts';
import { type ErrorCode, errorCatalogue, fillText } from '@lectern/contract/errors.ts';
import { type InputProblem, inputProblems } from '@lectern/contract/input-problems.ts';
import type { Language, Words } from '@lectern/contract/language.ts';

type Values = Readonly<Record<string, string | number | Words>>;
export type FieldFault = { path: string; message: Words };

type AppErrorOptions = {
  /** Values for the places in the catalogue's text. */
  params?: Values;
  details?: Omit<FailureDetails, 'fields'> & { fields?: FieldFault[] };
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** The one error that services throw. Statuses and text come from the catalogue by its code. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: Values;
  readonly #details: AppErrorOptions['details'];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(fillWords(errorCatalogue[code], options.params ?? {}).en, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.params = options.params ?? {};
    this.#details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  messageIn(language: Language): string {
    return fillWords(errorCatalogue[this.code], this.params)[language];
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

/** Fills the places of a text, each language with its own words. */
export function fillWords(text: Words, values: Values): Words {
  const inLanguage = (language: Language) => {
    const plain = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? value[language] : value,
    ]);
    return fillText(text[language], Object.fromEntries(plain));
  };
  return { en: inLanguage('en'), zh: inLanguage('zh') };
}

/** Input that the schema can't judge, refused with the field that is wrong. */
export function invalidField(path: string, problem: InputProblem | Words, values: Values = {}): AppError {
  const message = fillWords(typeof problem === 'string' ? inputProblems[problem] : problem, values);
  return new AppError('invalidInput', { params: { reason: message }, details: { fields: [{ path, message }] } });
}
