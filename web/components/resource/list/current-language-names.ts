import type { Language } from '@lectern/contract/language.ts';
import { dictionary } from '../../../lib/i18n/language.ts';
import { languageNames } from '../resource-options.ts';

const known = new Map<Language, Record<string, string>>();

/** Names of languages in the language on screen; made once, because cells ask for them. */
export function currentLanguageNames(): Record<string, string> {
  const { language } = dictionary.get();
  const names = known.get(language) ?? languageNames(language);
  known.set(language, names);
  return names;
}
