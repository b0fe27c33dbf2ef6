export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];
/** The same words in every language. */
export type Words = Readonly<Record<Language, string>>;
export const defaultLanguage: Language = 'en';

/** How each language writes dates and numbers. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-GB', zh: 'zh-CN' };
/** What `lang` says on a page. */
export const languageTags: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN' };
/** Each language by its own name. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };
/** The offer to switch to a language, in that language: its other texts aren't loaded yet. */
export const languageOffers: Readonly<Record<Language, string>> = { en: 'Switch to English', zh: '切换到简体中文' };

/** Stands after a number of seconds. */
export const secondUnit: Words = { en: 's', zh: '秒' };
/** An instant less than a minute ago. */
export const justNow: Words = { en: 'just now', zh: '刚刚' };

const displayNames = new Map(
  languages.map((language) => [language, new Intl.DisplayNames([language], { type: 'language' })]),
);

/** The name of a language in another one; the code if the platform has no name for it. */
export function languageName(code: string, inLanguage: Language): string {
  return displayNames.get(inLanguage)?.of(code) ?? code;
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
