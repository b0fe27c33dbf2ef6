import type { Language } from '@lectern/contract/language.ts';
import { texts as englishApp, type Texts } from '../i18n/en/texts.ts';
import { fetchAreas, type PageArea, pageAreas } from '../i18n/page-areas.ts';
import { texts as chineseApp } from '../i18n/zh/texts.ts';

export const everyPageArea = Object.keys(pageAreas) as PageArea[];

const pageTexts = async (language: Language) => (await fetchAreas(everyPageArea, language)) as Texts;

/** Everything that is ever said. */
export const english: Texts = { ...(await pageTexts('en')), ...englishApp };
export const chinese: Texts = { ...(await pageTexts('zh')), ...chineseApp };
