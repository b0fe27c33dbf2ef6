import { type SubjectRow, subjectFields } from '@lectern/contract/features/subject-management.ts';
import type { Texts } from '../../../lib/i18n/use-texts.ts';

/** What the form holds: colleges as one text, so that a change of them is seen like any other. */
export type SubjectValues = { code: string; name: string; description: string; collegeIds: string };
export const noValues: SubjectValues = { code: '', name: '', description: '', collegeIds: '' };

export function idsOf(text: string): string[] {
  return text.split(',').filter(Boolean);
}

export function textOf(ids: readonly string[]): string {
  return [...ids].sort().join(',');
}

export function valuesOf({ code, name, description, colleges }: SubjectRow): SubjectValues {
  return { code, name, description, collegeIds: textOf(colleges.map(({ id }) => id)) };
}

export function bodyOf({ collegeIds, ...rest }: SubjectValues) {
  return { ...rest, collegeIds: idsOf(collegeIds) };
}

type Problems = Partial<Record<keyof SubjectValues, string>>;

/** What can be said before the server is asked. */
export function problemsOf({ code, name }: SubjectValues, { subject, words }: Texts): Problems {
  const problems: Problems = {};
  if (!subjectFields.name.safeParse(name).success) problems.name = words.required;
  if (code.trim() === '') problems.code = words.required;
  else if (!subjectFields.code.safeParse(code).success) problems.code = subject.form.codeWrong;
  return problems;
}
