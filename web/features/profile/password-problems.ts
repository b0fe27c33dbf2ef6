import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';

export type PasswordValues = { oldPassword: string; newPassword: string; repeatPassword: string };
export type PasswordProblems = Partial<Record<keyof PasswordValues, string>>;

/** What can be said about the passwords before they are sent. */
export function passwordProblems(
  values: PasswordValues,
  minLength: number,
  { profile, words }: Texts,
): PasswordProblems {
  const problems: PasswordProblems = {};
  const missing = minLength - Array.from(values.newPassword).length;
  if (!values.oldPassword) problems.oldPassword = words.required;
  if (!values.newPassword) problems.newPassword = words.required;
  else if (missing > 0) problems.newPassword = fillText(profile.passwordShort, { count: missing });
  else if (values.newPassword === values.oldPassword) problems.newPassword = profile.passwordSame;
  if (values.repeatPassword !== values.newPassword) problems.repeatPassword = profile.passwordUnequal;
  return problems;
}
