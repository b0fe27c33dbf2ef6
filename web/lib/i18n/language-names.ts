import type { Language } from '@lectern/contract/language.ts';

/** Each language by its own name, whatever language is on screen. */
export const languageNames: Record<Language, string> = { en: 'English', zh: '中文' };
