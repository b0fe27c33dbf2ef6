export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];
/** The same words in every language. */
export type Words = Readonly<Record<Language, string>>;
export const defaultLanguage: Language = 'en';

/** Browsers don't know every code: Chromium calls several languages "mul". */
const namesOfOurOwn: Readonly<Record<string, Words>> = { mul: { en: 'Multiple languages', zh: '多语种' } };

const displayNames: Readonly<Record<Language, Intl.DisplayNames>> = {
  en: new Intl.DisplayNames(['en'], { type: 'language' }),
  zh: new Intl.DisplayNames(['zh'], { type: 'language' }),
};

/** The name of a language in another one; the code where nobody knows better. */
export function languageName(code: string, inLanguage: Language): string {
  return namesOfOurOwn[code]?.[inLanguage] ?? displayNames[inLanguage].of(code) ?? code;
}

/** Picks the first language we speak from an Accept-Language header. */
export function languageOf(acceptLanguage: string | undefined): Language {
  for (const part of (acceptLanguage ?? '').split(',')) {
    const tag = part.split(';')[0]?.trim().toLowerCase().split('-')[0];
    const known = languages.find((language) => language === tag);
    if (known) return known;
  }
  return defaultLanguage;
}
