import type { Language } from '@lectern/contract/language.ts';

/** Why an action leaves a resource as it is, besides the refusals of the error catalogue. */
export const skipTexts = {
  asWanted: { en: 'It is so already.', zh: '已是如此。' },
  changedSince: { en: 'Changed by someone since.', zh: '之后已被他人修改。' },
  placeGone: { en: 'The place where it was is gone.', zh: '原来的位置已不存在。' },
  noTime: { en: 'This time is over already.', zh: '该时间已过。' },
} as const satisfies Record<string, Record<Language, string>>;

export type SkipReason = keyof typeof skipTexts;
