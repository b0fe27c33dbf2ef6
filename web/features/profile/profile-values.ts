import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { fieldErrorsOf } from '../../components/field-errors.ts';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';

/** What a person may change about themselves, as the form holds it. */
export type ProfileValues = { name: string; email: string; phone: string };
export type ProfileProblems = Partial<Record<keyof ProfileValues, string>>;

const limits: Record<keyof ProfileValues, number> = { name: 100, email: 254, phone: 40 };

export function valuesOf(user: CurrentUser): ProfileValues {
  return { name: user.name, email: user.email ?? '', phone: user.phone ?? '' };
}

/** Only what changed is sent; empty contact fields are stored as none. */
export function bodyOf(values: ProfileValues, changed: (keyof ProfileValues)[], version: number) {
  const all = { name: values.name.trim(), email: values.email.trim() || null, phone: values.phone.trim() || null };
  return { ...Object.fromEntries(changed.map((name) => [name, all[name]])), version };
}

/** What can be said about the values before they are sent. */
export function problemsOf(values: ProfileValues, { profile, words }: Texts): ProfileProblems {
  const problems: ProfileProblems = {};
  for (const name of ['name', 'email', 'phone'] as const) {
    if (values[name].trim().length > limits[name]) problems[name] = fillText(words.tooLong, { count: limits[name] });
  }
  if (!values.name.trim()) problems.name = words.required;
  if (values.email.trim() && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email.trim())) {
    problems.email = profile.emailInvalid;
  }
  return problems;
}

/** What the server said about them. */
export function refusalsOf(error: unknown): ProfileProblems {
  const { name, email, phone } = fieldErrorsOf(error);
  return { name, email, phone };
}
