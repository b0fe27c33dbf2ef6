import { accountLimits } from '@lectern/contract/features/auth.ts';
import type { InputProblem } from '@lectern/contract/input-problems.ts';
import type { Words } from '@lectern/contract/language.ts';
import { normaliseAccount } from '../../platform/account-name.ts';
import { problemWords } from '../../platform/app-error.ts';

/** The most common passwords of allowed length, ignoring case. */
const list = `
11111111 22222222 88888888 00000000 12341234 12344321 11223344 66668888 12121212 123123123 111222333
12345678 123456789 1234567890 0123456789 9876543210 987654321 87654321 12345678910 1234567891 123454321
123456abc 123456789a a12345678 a123456789 abc12345 abc123456 abcd1234 abcdefgh 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
1qaz2wsx3edc qazwsxedc zaq12wsx q1w2e3r4 q1w2e3r4t5 qwer1234 qwert123 qwerty12 qwerty123 qwerty1234 qwertyui
qwertyuiop asdfghjk asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 1234qwer 123qweasd 123qweasdzxc qweasdzxc
password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pa$$word pa55word
password! password1! passwort kennwort motdepasse contrasena iloveyou iloveyou1 iloveyou2 sunshine sunshine1
princess princess1 football football1 baseball superman batman123 starwars trustno1 whatever computer
internet samsung1 michelle jennifer jessica1 charlie1 liverpool chocolate butterfly mustang1 corvette
letmein1 letmein123 welcome1 welcome12 welcome123 welcome2026 changeme changeme1 changeme123 changeit secret123
admin123 admin1234 admin12345 admin@123 administrator root1234 rootroot test1234 testtest guest123 user1234
default1 monkey123 dragon123 master123 shadow123 hello123 hello1234 woaini520 woaini1314 5201314520 1314520520
lectern1 lectern123 lectern1234 student123 teacher123 school123 university college123
`;

const common = new Set(list.trim().split(/\s+/));

function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}

/** Shorter account names occur in passwords by chance. */
const shortestRevealingAccount = 4;

const problems = {
  tooShort: 'textShort',
  tooLong: 'tooLong',
  sameAsAccount: 'sameAsAccount',
  containsAccount: 'containsAccount',
  sameAsOld: 'samePassword',
  common: 'commonPassword',
} as const satisfies Record<string, InputProblem>;

type PasswordFault = keyof typeof problems;

/** Returns undefined when the password is acceptable. */
export function faultOf(
  password: string,
  rule: { account: string; minLength: number; oldPassword?: string },
): PasswordFault | undefined {
  const length = [...password].length;
  if (length < rule.minLength) return 'tooShort';
  if (length > accountLimits.password) return 'tooLong';
  const account = normaliseAccount(rule.account);
  if (normaliseAccount(password) === account) return 'sameAsAccount';
  if (account.length >= shortestRevealingAccount && normaliseAccount(password).includes(account))
    return 'containsAccount';
  if (password === rule.oldPassword) return 'sameAsOld';
  if (isCommonPassword(password)) return 'common';
  return undefined;
}

export function faultWords(fault: PasswordFault, minLength: number): Words {
  return problemWords(problems[fault], { limit: fault === 'tooShort' ? minLength : accountLimits.password });
}
