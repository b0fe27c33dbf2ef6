import { type CourseDetailView, getCourse, listCourses, updateCourse } from '@lectern/contract/features/course.ts';
import {
  courseDetailEndpoints,
  getCourseChecks,
  listCourseActivity,
} from '@lectern/contract/features/course-detail.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useDetailForm } from '../../../components/detail/use-detail-form.ts';
import { useEditLock } from '../../../components/detail/use-edit-lock.ts';
import { call } from '../../../lib/api-client.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf, queryKeyOf } from '../../../lib/queries.ts';
import { bodyOf, problemsOf, valuesOf } from './course-values.ts';

/** Edits of a course: under the edit lock, with the version, kept through conflicts, with a way back. */
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
        deed: { label: texts.drag.undo, run: () => void undo().catch(() => refresh()) },
      });
    },
  });
  const lock = useEditLock(courseDetailEndpoints, id, form.changed.length > 0);
  const goOn = () => {
    lock.goOn();
    void refresh();
  };
  const editable = course.mayEdit && !lock.other && !lock.finished;
  return { form, lock, goOn, editable, keep };
}
export type CourseEdit = ReturnType<typeof useCourseEdit>;
