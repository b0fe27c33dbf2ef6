import type { Words } from '../language.ts';
import type { WordCategory, WordMode } from './sensitive-word.ts';

export const wordModeWords: Record<WordMode, Words> = {
  exact: { en: 'Whole word', zh: '完整词语' },
  contains: { en: 'Anywhere', zh: '包含' },
  wildcard: { en: 'With wildcards', zh: '通配符' },
};

export const wordCategoryWords: Record<WordCategory, Words> = {
  abuse: { en: 'Abuse', zh: '辱骂' },
  violence: { en: 'Violence', zh: '暴力' },
  sexual: { en: 'Sexual', zh: '色情' },
  drugs: { en: 'Drugs', zh: '毒品' },
  gambling: { en: 'Gambling', zh: '赌博' },
  fraud: { en: 'Fraud', zh: '诈骗' },
  privacy: { en: 'Privacy', zh: '隐私' },
  advertising: { en: 'Advertising', zh: '广告' },
  politics: { en: 'Politics', zh: '政治' },
  other: { en: 'Other', zh: '其他' },
};
