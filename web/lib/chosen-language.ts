import type { Preferences } from '@lectern/contract/features/auth.ts';
import { type Language, languages } from '@lectern/contract/language.ts';
import { call } from './api-client.ts';
import { updatePreferences } from './first-calls.ts';
import { applyPreferences } from './theme.ts';

/** Kept for this window only, because single sign-on leaves the page and returns. */
const storageKey = 'lectern.chosenLanguage';

/** Sets a language picked before signing in; it overrides the account's preference. */
export function chooseLanguage(language: Language): Promise<void> {
  sessionStorage.setItem(storageKey, language);
  return applyPreferences({ language });
}

/** Merges the picked language into the account's preferences and saves it to the account once. */
export function withChosenLanguage(preferences: Preferences): Preferences {
  const stored = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  const language = languages.find((known) => known === stored);
  if (!language || language === preferences.language) return preferences;
  void call(updatePreferences, { body: { language } }, { quiet: true }).catch(() => undefined);
  return { ...preferences, language };
}
