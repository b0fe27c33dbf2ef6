import type { Audience } from '@lectern/contract/audience.ts';
import { type CourseDetailView, courseFields } from '@lectern/contract/features/course.ts';
import type { Texts } from '../../../lib/i18n/use-texts.ts';
import { fromZonedInput, toZonedInput } from '../../../lib/zoned-time.ts';
import { codeProblem } from '../dialogs/create-course-dialog.tsx';

/** What the form holds: choices and times as texts, empty where there is none. */
export type CourseValues = {
  name: string;
  code: string;
  term: string;
  description: string;
  language: string;
  audience: Audience;
  subjectId: string;
  collegeId: string;
  departmentId: string;
  availableFrom: string;
  availableUntil: string;
};

export function valuesOf(course: CourseDetailView, timeZone: string): CourseValues {
  const time = (at: string | null) => (at ? toZonedInput(at, timeZone) : '');
  return {
    name: course.name,
    code: course.code,
    term: course.term,
    description: course.description,
    language: course.language ?? '',
    audience: course.audience,
    subjectId: course.subject?.id ?? '',
    collegeId: course.college?.id ?? '',
    departmentId: course.department?.id ?? '',
    availableFrom: time(course.availableFrom),
    availableUntil: time(course.availableUntil),
  };
}

/** The changed fields as the server takes them. */
export function bodyOf(values: CourseValues, changed: readonly (keyof CourseValues)[], timeZone: string) {
  const kept: Record<string, string | null> = {};
  for (const name of changed) {
    if (name === 'availableFrom' || name === 'availableUntil') kept[name] = fromZonedInput(values[name], timeZone);
    else if (name.endsWith('Id') || name === 'language') kept[name] = values[name] || null;
    else kept[name] = values[name];
  }
  return kept;
}

type Problems = Partial<Record<keyof CourseValues, string>>;

/** What can be said before the server is asked. */
export function problemsOf(values: CourseValues, { course, words }: Texts): Problems {
  const problems: Problems = {};
  if (!courseFields.name.safeParse(values.name).success) problems.name = words.required;
  const code = codeProblem(values.code, course.form.codeWrong, words.required);
  if (code) problems.code = code;
  const { availableFrom: from, availableUntil: until } = values;
  // As the inputs hold them, texts stand in the order of the times.
  if (from && until && until <= from) problems.availableUntil = course.form.untilBeforeFrom;
  return problems;
}
