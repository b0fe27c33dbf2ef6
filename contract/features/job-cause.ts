import type { Language } from '../language.ts';

/**
 * Why machine work failed or was left out, as groups that people act on. The sentence of one job says more; this says
 * what many have in common.
 */
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

/** Left out until someone installs an engine or says which language is spoken. */
export const causesToMend: readonly JobCause[] = ['engineMissing', 'languageNotDeclared', 'otherLanguage'];

/** Another language may help. */
export const languageCauses: readonly JobCause[] = ['languageNotDeclared', 'languageNotSupported', 'otherLanguage'];

/**
 * Why it did not come off: the sentence about this one, or what it has in common with others. Engines speak English, so
 * another language prefers the latter.
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

/** Why work waits for an engine that is not there: the sentence ends with the command that brings it. */
export function engineMissing(engine: string, install: string): string {
  return `${engine} isn’t installed.${before}${install}`;
}

/** Such a sentence, taken apart again. */
export function installOf(cause: string): { sentence: string; install: string } | undefined {
  const at = cause.indexOf(before);
  return at < 0 ? undefined : { sentence: cause.slice(0, at), install: cause.slice(at + before.length) };
}
