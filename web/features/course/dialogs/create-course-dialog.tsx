import { defaultAudience } from '@lectern/contract/audience.ts';
import { courseFields, createCourse, listCourses } from '@lectern/contract/features/course.ts';
import { useState } from 'react';
import { audienceOptions } from '../../../components/audience-field.tsx';
import { fieldErrorsOf } from '../../../components/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { closeCourseDialog } from '../course-dialog.ts';
import { courseHref } from '../course-href.ts';
import { CodeField, NameField, TermField, useCourseOptions } from './course-fields.tsx';

const start = {
  name: '',
  code: '',
  term: '',
  subjectId: '',
  collegeId: '',
  departmentId: '',
  audience: defaultAudience,
};

/** Creates a course with its basic data; the rest is entered on its page, which opens next. */
export function CreateCourseDialog() {
  const { course: texts, words: common } = useTexts();
  const { form, dialog } = texts;
  const create = useMutationOf(createCourse, { quiet: true, idempotent: true, invalidates: [listCourses] });
  const [values, setValues] = useState(start);
  const [tried, setTried] = useState(false);
  const set = (change: Partial<typeof start>) => setValues((known) => ({ ...known, ...change }));
  const { subjects, colleges, departments } = useCourseOptions(values.collegeId);
  const refused = fieldErrorsOf(create.error);
  const problems = {
    name: courseFields.name.safeParse(values.name).success ? undefined : common.required,
    code: codeProblem(values.code, form.codeWrong, common.required),
  };
  const confirm = () => {
    setTried(true);
    if (problems.name || problems.code) return;
    const { name, code, term, subjectId, collegeId, departmentId, audience } = values;
    const place = { ...(collegeId && { collegeId }), ...(departmentId && { departmentId }) };
    create.mutate(
      { body: { name, code, term, audience, subjectId: subjectId || null, ...place } },
      {
        onSuccess: (made) => {
          closeCourseDialog();
          notify({ level: 'success', title: fillText(texts.done.created, { name: made.name }) });
          navigate(courseHref(made.id, { tab: 'catalogue' }));
        },
      },
    );
  };
  const none = { value: '', label: form.none };
  return (
    <FormDialog
      wide
      title={dialog.createTitle}
      confirmLabel={dialog.create}
      busy={create.isPending}
      error={Object.keys(refused).length === 0 ? create.error : null}
      onConfirm={confirm}
      onClose={closeCourseDialog}
    >
      <NameField
        value={values.name}
        error={refused.name ?? (tried ? problems.name : undefined)}
        onChange={(name) => set({ name })}
        data-first-focus
      />
      <div className="form-dialog-pair">
        <CodeField
          value={values.code}
          error={refused.code ?? (tried ? problems.code : undefined)}
          onChange={(code) => set({ code })}
        />
        <TermField value={values.term} error={refused.term} onChange={(term) => set({ term })} />
        <SelectField
          label={form.subject}
          value={values.subjectId}
          options={[none, ...subjects]}
          error={refused.subjectId}
          onChange={(subjectId) => set({ subjectId })}
        />
        <SelectField
          label={form.college}
          value={values.collegeId}
          options={[{ value: '', label: form.ownCollege }, ...colleges]}
          error={refused.collegeId}
          onChange={(collegeId) => set({ collegeId, departmentId: '' })}
        />
        <SelectField
          label={form.department}
          value={values.departmentId}
          options={[{ value: '', label: values.collegeId ? form.none : form.ownDepartment }, ...departments]}
          error={refused.departmentId}
          onChange={(departmentId) => set({ departmentId })}
        />
        <SelectField
          label={common.audience}
          value={values.audience}
          options={audienceOptions(common)}
          error={refused.audience}
          onChange={(audience) => set({ audience })}
        />
      </div>
    </FormDialog>
  );
}

export function codeProblem(code: string, wrong: string, required: string): string | undefined {
  if (code.trim() === '') return required;
  return courseFields.code.safeParse(code).success ? undefined : wrong;
}
