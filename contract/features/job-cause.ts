import type { Language } from '../language.ts';

/** Why a job failed or was skipped, grouped by what people can do about it. The sentence of a job has the details. */
export const jobCauses = [
  'damaged',
  'protected',
  'empty',
  'noText',
  'pagesHaveText',
  'noSentences',
  'noSpeech',
  'noSound',
  'tooLarge',
  'tookTooLong',
  'outOfMemory',
  'engineCrashed',
  'notSupported',
  'engineMissing',
  'languageNotDeclared',
  'languageNotSupported',
  'otherLanguage',
  'textNotConfirmed',
  'storageFull',
  'workerLost',
  'other',
] as const;
export type JobCause = (typeof jobCauses)[number];

/** Skipped until someone installs an engine or sets the spoken language. */
export const causesToMend: readonly JobCause[] = ['engineMissing', 'languageNotDeclared', 'otherLanguage'];

/** Causes that choosing another language may fix. */
export const languageCauses: readonly JobCause[] = ['languageNotDeclared', 'languageNotSupported', 'otherLanguage'];

/**
 * The text for a failed or skipped job: its own sentence or its cause's name. Engines write English, so other
 * languages prefer the name.
 */
export function causeIn(
  language: Language,
  { cause, causeCode }: { cause: string | null; causeCode: JobCause | null },
  names: Readonly<Record<JobCause, string>> | undefined,
): string | null {
  const common = (causeCode && names?.[causeCode]) ?? null;
  return language !== 'en' && causeCode !== 'other' ? (common ?? cause) : (cause ?? common);
}

const before = ' Install it with: ';

/** The cause of a job that needs a missing engine; ends with the install command. */
export function engineMissing(engine: string, install: string): string {
  return `${engine} isn’t installed.${before}${install}`;
}

/** Splits a text written by `engineMissing` into sentence and command. */
export function installOf(cause: string): { sentence: string; install: string } | undefined {
  const at = cause.indexOf(before);
  return at < 0 ? undefined : { sentence: cause.slice(0, at), install: cause.slice(at + before.length) };
}
