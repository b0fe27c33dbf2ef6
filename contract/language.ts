export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];
/** One text in every language. */
export type Words = Readonly<Record<Language, string>>;
export const defaultLanguage: Language = 'en';

/** Locales for formatting dates and numbers. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-GB', zh: 'zh-CN' };
/** Values of the HTML `lang` attribute. */
export const languageTags: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN' };
/** Each language's name in that language. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };
/** The offer to switch, in the target language. Kept here because that language's messages aren't loaded yet. */
export const languageOffers: Readonly<Record<Language, string>> = { en: 'Switch to English', zh: '切换到简体中文' };

/** Unit after a number of seconds. */
export const secondUnit: Words = { en: 's', zh: '秒' };
export const minuteUnit: Words = { en: 'min', zh: '分钟' };
export const hourUnit: Words = { en: 'h', zh: '小时' };
export const justNow: Words = { en: 'just now', zh: '刚刚' };

const displayNames = new Map(
  languages.map((language) => [language, new Intl.DisplayNames([language], { type: 'language' })]),
);

/** A language's display name in another language, or its code if the platform has no name for it. */
export function languageName(code: string, inLanguage: Language): string {
  return displayNames.get(inLanguage)?.of(code) ?? code;
}

/** The first supported language in an Accept-Language header. */
export function languageOf(acceptLanguage: string | undefined): Language {
  for (const part of (acceptLanguage ?? '').split(',')) {
    const tag = part.split(';')[0]?.trim().toLowerCase().split('-')[0];
    const known = languages.find((language) => language === tag);
    if (known) return known;
  }
  return defaultLanguage;
}
