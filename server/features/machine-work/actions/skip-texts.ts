import type { Language } from '@lectern/contract/language.ts';

/** Why an action leaves a piece of work as it is, besides the refusals of the error catalogue. */
export const skipTexts = {
  asWanted: { en: 'It is so already.', zh: '已是如此。' },
  changedSince: { en: 'Changed by someone since.', zh: '之后已被他人修改。' },
  notCurrent: {
    en: 'Its version is not the current one, or is in the trash.',
    zh: '该版本不是当前版本，或已在回收站中。',
  },
  hasEnded: { en: 'It has ended already.', zh: '已经结束。' },
  notWaiting: { en: 'It does not wait.', zh: '未在等待。' },
  nothingToCheck: { en: 'There is nothing to check.', zh: '没有可校对的内容。' },
} as const satisfies Record<string, Record<Language, string>>;

export type SkipReason = keyof typeof skipTexts;
