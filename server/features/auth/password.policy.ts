import { accountLimits } from '@lectern/contract/features/auth.ts';
import type { Language } from '@lectern/contract/language.ts';
import { normaliseAccount } from '../../platform/account-name.ts';
import { isCommonPassword } from './common-passwords.ts';

const texts = {
  tooShort: { en: 'at least {min} characters', zh: '至少 {min} 个字符' },
  tooLong: { en: 'at most {max} characters', zh: '最多 {max} 个字符' },
  sameAsAccount: { en: 'it must not be the account', zh: '不能与账号相同' },
  containsAccount: { en: 'it must not contain the account', zh: '不能包含账号' },
  sameAsOld: { en: 'it must differ from the current one', zh: '不能与当前密码相同' },
  common: { en: 'it is one of the passwords that are guessed first', zh: '这是最容易被猜到的密码之一' },
} as const satisfies Record<string, Record<Language, string>>;

/** Shorter accounts turn up in passwords by chance. */
const tellingAccountLength = 4;

export type PasswordFault = keyof typeof texts;

/** What is wrong with a new password; nothing when it may be used. */
export function faultOf(
  password: string,
  rule: { account: string; minLength: number; oldPassword?: string },
): PasswordFault | undefined {
  const length = [...password].length;
  if (length < rule.minLength) return 'tooShort';
  if (length > accountLimits.password) return 'tooLong';
  const account = normaliseAccount(rule.account);
  if (normaliseAccount(password) === account) return 'sameAsAccount';
  if (account.length >= tellingAccountLength && normaliseAccount(password).includes(account)) return 'containsAccount';
  if (password === rule.oldPassword) return 'sameAsOld';
  if (isCommonPassword(password)) return 'common';
  return undefined;
}

export function faultText(fault: PasswordFault, minLength: number, language: Language): string {
  return texts[fault][language].replace('{min}', String(minLength)).replace('{max}', String(accountLimits.password));
}
