import type { Preferences } from '@lectern/contract/features/auth.ts';
import { updatePreferences } from '@lectern/contract/features/profile.ts';
import { call } from '../../lib/api-client.ts';
import { isApiError } from '../../lib/api-error.ts';
import { dictionary } from '../../lib/i18n/language.ts';
import { initialState } from '../../lib/initial-state.ts';
import { notify } from '../../lib/notifications.ts';
import { applyPreferences } from '../../lib/theme.ts';

/**
 * Applies a preference at once and saves it. If saving fails, it stays applied in this browser and the user is
 * notified.
 */
export async function changePreferences(change: Partial<Preferences>): Promise<void> {
  await applyPreferences(change);
  initialState.update((state) =>
    state.user ? { ...state, user: { ...state.user, preferences: { ...state.user.preferences, ...change } } } : state,
  );
  try {
    await call(updatePreferences, { body: change }, { quiet: true });
  } catch (error) {
    if (isApiError(error) && error.kind === 'loginExpired') return;
    const shell = dictionary.get().texts?.shell;
    if (shell) notify({ level: 'warning', title: shell.preferencesFailed, text: shell.preferencesFailedText });
  }
}

export const themeIcons = { light: 'sun', dark: 'moon', system: 'monitor' } as const;
export const densityIcons = { comfortable: 'rowsWide', compact: 'rows' } as const;
