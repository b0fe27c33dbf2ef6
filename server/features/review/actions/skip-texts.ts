import type { Language } from '@lectern/contract/language.ts';

/** Why an action leaves a review as it is, besides the refusals of the error catalogue. */
export const changedSince: Record<Language, string> = { en: 'Changed by someone since.', zh: '之后已被他人修改。' };
