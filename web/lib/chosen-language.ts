import type { Preferences } from '@lectern/contract/features/auth.ts';
import type { Language } from '@lectern/contract/language.ts';
import { call } from './api-client.ts';
import { updatePreferences } from './first-calls.ts';
import { applyPreferences } from './theme.ts';

let chosen: Language | undefined;

/** A language picked by hand before signing in. It counts for more than what the account remembers. */
export function chooseLanguage(language: Language): Promise<void> {
  chosen = language;
  return applyPreferences({ language });
}

/** The account's preferences with that choice, which the account is told once. */
export function withChosenLanguage(preferences: Preferences): Preferences {
  if (!chosen || chosen === preferences.language) return preferences;
  const language = chosen;
  chosen = undefined;
  void call(updatePreferences, { body: { language } }, { quiet: true }).catch(() => undefined);
  return { ...preferences, language };
}
