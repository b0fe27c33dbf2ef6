import type { Preferences } from '@lectern/contract/features/auth.ts';
import { type Language, languages } from '@lectern/contract/language.ts';
import { call } from './api-client.ts';
import { updatePreferences } from './first-calls.ts';
import { applyPreferences } from './theme.ts';

/** Kept for the window, because single sign-on leaves the page and comes back. */
const storageKey = 'lectern.chosenLanguage';

/** A language picked by hand before signing in. It counts for more than what the account remembers. */
export function chooseLanguage(language: Language): Promise<void> {
  sessionStorage.setItem(storageKey, language);
  return applyPreferences({ language });
}

/** The account's preferences with that choice, which the account is told once. */
export function withChosenLanguage(preferences: Preferences): Preferences {
  const stored = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  const language = languages.find((known) => known === stored);
  if (!language || language === preferences.language) return preferences;
  void call(updatePreferences, { body: { language } }, { quiet: true }).catch(() => undefined);
  return { ...preferences, language };
}
