import { type Language, languages, type Words } from '@lectern/contract/language.ts';
import * as en from '@lectern/contract/messages/en/all.ts';
import type { Messages } from '@lectern/contract/messages/messages.ts';
import * as zh from '@lectern/contract/messages/zh/all.ts';

const catalogue: Readonly<Record<Language, Messages>> = { en, zh };

/** All server messages in one language. */
export function messagesIn(language: Language): Messages {
  return catalogue[language];
}

/** One message in every language, for errors and records whose reader isn't known yet. */
export function wordsOf(choose: (messages: Messages) => string): Words {
  return inEveryLanguage((language) => choose(catalogue[language]));
}

export function inEveryLanguage(say: (language: Language) => string): Words {
  return Object.fromEntries(languages.map((language) => [language, say(language)])) as Record<Language, string>;
}

/** Column headings of a list, the same as on screen. */
export function headingsOf(list: { texts: string }, language: Language): Readonly<Record<string, string>> {
  const area: unknown = catalogue[language][list.texts as keyof Messages];
  return (area as { columns: Readonly<Record<string, string>> }).columns;
}
