import type { Language } from '@lectern/contract/language.ts';

/** Why an action leaves a to-do as it is, besides the refusals of the error catalogue. */
export const skipTexts = {
  asWanted: { en: 'It is so already.', zh: '已是如此。' },
  changedSince: { en: 'Changed by someone since.', zh: '之后已被他人修改。' },
} as const satisfies Record<string, Record<Language, string>>;

export type SkipReason = keyof typeof skipTexts;
