import { accountLimits } from '@lectern/contract/features/auth.ts';
import type { Words } from '@lectern/contract/language.ts';
import { normaliseAccount } from '../../platform/account-name.ts';
import { fillWords } from '../../platform/app-error.ts';
import { isCommonPassword } from './common-passwords.ts';

const texts = {
  tooShort: { en: 'At least {min} characters', zh: '至少 {min} 个字符' },
  tooLong: { en: 'At most {max} characters', zh: '最多 {max} 个字符' },
  sameAsAccount: { en: 'Can’t be your account name', zh: '不能与账号相同' },
  containsAccount: { en: 'Can’t contain your account name', zh: '不能包含账号' },
  sameAsOld: { en: 'Choose a password you aren’t using now', zh: '不能与当前密码相同' },
  common: { en: 'Too common. Choose one that is harder to guess.', zh: '这是最容易被猜到的密码之一' },
} as const satisfies Record<string, Words>;

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

export function faultWords(fault: PasswordFault, minLength: number): Words {
  return fillWords(texts[fault], { min: minLength, max: accountLimits.password });
}
