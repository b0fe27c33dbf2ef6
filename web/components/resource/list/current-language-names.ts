import type { Language } from '@lectern/contract/language.ts';
import { dictionary } from '../../../lib/i18n/language.ts';
import { languageNames } from '../resource-options.ts';

const known = new Map<Language, Record<string, string>>();

/** Language names in the current display language; cached because many cells use them. */
export function currentLanguageNames(): Record<string, string> {
  const { language } = dictionary.get();
  const names = known.get(language) ?? languageNames(language);
  known.set(language, names);
  return names;
}
