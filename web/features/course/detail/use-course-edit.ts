import type { Audience } from '@lectern/contract/audience.ts';
import {
  type CourseDetailView,
  courseFields,
  getCourse,
  listCourses,
  updateCourse,
} from '@lectern/contract/features/course.ts';
import {
  courseDetailEndpoints,
  getCourseChecks,
  listCourseActivity,
} from '@lectern/contract/features/course-detail.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useDetailForm } from '../../../components/detail/use-detail-form.ts';
import { useEditing } from '../../../components/detail/use-editing.ts';
import { call } from '../../../lib/api-client.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf, queryKeyOf } from '../../../lib/queries.ts';
import { fromZonedInput, toZonedInput } from '../../../lib/zoned-time.ts';
import { codeProblem } from '../dialogs/create-course-dialog.tsx';

/** Edit state of a course: edit lock, version check, edits kept through conflicts, and Undo. */
export function useCourseEdit(course: CourseDetailView, refresh: () => Promise<unknown>) {
  const texts = useTexts();
  const client = useQueryClient();
  const { timeZone } = useCurrentUser();
  const { id, version } = course;
  const keep = (saved: CourseDetailView) => {
    client.setQueryData(queryKeyOf(getCourse, { params: { id } }), saved);
    void client.invalidateQueries({ predicate: isAnswerOf([listCourses, listCourseActivity, getCourseChecks]) });
  };
  const form = useDetailForm({
    id,
    stored: valuesOf(course, timeZone),
    check: (values) => problemsOf(values, texts),
    reload: refresh,
    save: async (values, changed) => {
      const before = bodyOf(valuesOf(course, timeZone), changed, timeZone);
      const body = { ...bodyOf(values, changed, timeZone), version };
      const saved = await call(updateCourse, { params: { id }, body }, { quiet: true });
      keep(saved);
      const undo = async () => {
        keep(await call(updateCourse, { params: { id }, body: { ...before, version: saved.version } }));
      };
      notify({
        level: 'success',
        title: fillText(texts.course.done.saved, { name: saved.name }),
        action: { label: texts.drag.undo, run: () => void undo().catch(() => refresh()) },
      });
    },
  });
  const edit = useEditing({ calls: courseDetailEndpoints, id: id, form, mayEdit: course.mayEdit, reload: refresh });
  return { ...edit, keep };
}
export type CourseEdit = ReturnType<typeof useCourseEdit>;

/** Form values; choices and times are strings, empty when unset. */
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

/** The changed fields as a request body. */
function bodyOf(values: CourseValues, changed: readonly (keyof CourseValues)[], timeZone: string) {
  const kept: Record<string, string | null> = {};
  for (const name of changed) {
    if (name === 'availableFrom' || name === 'availableUntil') kept[name] = fromZonedInput(values[name], timeZone);
    else if (name.endsWith('Id') || name === 'language') kept[name] = values[name] || null;
    else kept[name] = values[name];
  }
  return kept;
}

type Problems = Partial<Record<keyof CourseValues, string>>;

/** Client-side validation. */
function problemsOf(values: CourseValues, { course, words }: Texts): Problems {
  const problems: Problems = {};
  if (!courseFields.name.safeParse(values.name).success) problems.name = words.required;
  const code = codeProblem(values.code, course.form.codeWrong, words.required);
  if (code) problems.code = code;
  const { availableFrom: from, availableUntil: until } = values;
  // `datetime-local` strings sort chronologically.
  if (from && until && until <= from) problems.availableUntil = course.form.untilBeforeFrom;
  return problems;
}
