import { LanguageNotSupported } from './port.ts';

/** `en-GB` → `en`. */
export function primaryLanguage(language: string): string {
  return language.trim().toLowerCase().split(/[-_]/)[0] ?? '';
}

export function requireLanguage(language: string, supported: readonly string[]): string {
  const primary = primaryLanguage(language);
  if (/^[a-z]{2,3}$/.test(primary) && (supported.includes(primary) || supported.includes('*'))) return primary;
  throw new LanguageNotSupported(language, supported);
}
