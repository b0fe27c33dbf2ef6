import { pageTexts as englishPages } from '../i18n/en/page-texts.ts';
import { texts as englishApp, type Texts } from '../i18n/en/texts.ts';
import { pageTexts as chinesePages } from '../i18n/zh/page-texts.ts';
import { texts as chineseApp } from '../i18n/zh/texts.ts';

/** Everything that is ever said. */
export const english: Texts = { ...englishApp, ...englishPages };
export const chinese: Texts = { ...chineseApp, ...chinesePages };
