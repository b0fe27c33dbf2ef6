import type { Language } from '@lectern/contract/language.ts';

/** Why an action leaves somebody as they are, besides the refusals of the error catalogue. */
export const skipTexts = {
  asWanted: { en: 'It is so already.', zh: '已是如此。' },
  notSignedIn: { en: 'Not signed in anywhere.', zh: '没有登录的会话。' },
  notLocked: { en: 'Not locked.', zh: '未被锁定。' },
  noSecondFactor: { en: 'Has no second factor.', zh: '没有启用两步验证。' },
  ownsNothing: { en: 'Owns nothing that could be handed on.', zh: '没有可移交的内容。' },
  changedSince: { en: 'Changed by someone since.', zh: '之后已被他人修改。' },
} as const satisfies Record<string, Record<Language, string>>;

export type SkipReason = keyof typeof skipTexts;
