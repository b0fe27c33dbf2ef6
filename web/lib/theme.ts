import type { Preferences } from '@lectern/contract/features/auth.ts';
import { defaultLanguage, type Language, languages, languageTags } from '@lectern/contract/language.ts';
import { setLanguage } from './i18n/language.ts';
import { createStore } from './store.ts';

const storageKey = 'lectern.preferences';
const themeColor = { light: '#f6f7f9', dark: '#0f1318' } as const;

/**
 * Appearance and language in this browser; remembered, so that the next first paint is right before the user is known.
 */
export const preferences = createStore<Preferences>(remembered());

function remembered(): Preferences {
  let stored: Partial<Preferences> = {};
  try {
    stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') ?? {};
  } catch {
    // The stored value isn't ours or is damaged: use the defaults.
  }
  return {
    theme: stored.theme === 'light' || stored.theme === 'dark' ? stored.theme : 'system',
    density: stored.density === 'compact' ? 'compact' : 'comfortable',
    language: languages.find((language) => language === stored.language) ?? defaultLanguage,
  };
}

/** Whether a language was ever set in this browser; if not, the platform's default may replace it. */
export function isLanguageRemembered(): boolean {
  return localStorage.getItem(storageKey) !== null;
}

/** Applies and remembers appearance and language; resolves when the texts have loaded. */
export async function applyPreferences(change: Partial<Preferences>): Promise<void> {
  const next = { ...preferences.get(), ...change };
  localStorage.setItem(storageKey, JSON.stringify(next));
  preferences.set(next);
  paint();
  await setLanguage(next.language);
}

/** Uses the platform's default language until the user chooses one; not remembered. */
export async function adoptLanguage(language: Language): Promise<void> {
  preferences.update((current) => ({ ...current, language }));
  paint();
  await setLanguage(language);
}

/** Applies the remembered appearance to the page. With the theme `system`, it follows the operating system. */
export function paint(): void {
  const { theme, density, language } = preferences.get();
  const dark = theme === 'dark' || (theme === 'system' && systemIsDark());
  const root = document.documentElement;
  root.classList.toggle('dark', dark);
  root.classList.toggle('compact', density === 'compact');
  root.lang = languageTags[language];
  const color = dark ? themeColor.dark : themeColor.light;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', color);
}

export function followSystemTheme(): void {
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint);
}

function systemIsDark(): boolean {
  return window.matchMedia('(prefers-color-scheme: dark)').matches;
}
