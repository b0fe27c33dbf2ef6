import type { Language, Words } from '@lectern/contract/language.ts';

/** How files say what is not text by itself. */
export type ExportWords = {
  language: Language;
  /** Such as 2026-11-15 14:03, in the platform's time zone: sorted as text it is sorted by time. */
  instant(at: string | null): string | null;
  yesNo(answer: boolean): string;
};

const yes: Words = { en: 'yes', zh: '是' };
const no: Words = { en: 'no', zh: '否' };

export function exportWords(language: Language, timeZone: string): ExportWords {
  // The one locale that writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return {
    language,
    instant: (at) => (at === null ? null : format.format(new Date(at))),
    yesNo: (answer) => (answer ? yes : no)[language],
  };
}
