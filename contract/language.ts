export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];
/** The same words in every language. */
export type Words = Readonly<Record<Language, string>>;
export const defaultLanguage: Language = 'en';

/** Picks the first language we speak from an Accept-Language header. */
export function languageOf(acceptLanguage: string | undefined): Language {
  for (const part of (acceptLanguage ?? '').split(',')) {
    const tag = part.split(';')[0]?.trim().toLowerCase().split('-')[0];
    const known = languages.find((language) => language === tag);
    if (known) return known;
  }
  return defaultLanguage;
}
