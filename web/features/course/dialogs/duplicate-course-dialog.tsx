import { type CourseRow, courseFields, duplicateCourse, listCourses } from '@lectern/contract/features/course.ts';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../components/field-errors.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Switch } from '../../../components/switch.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { closeCourseDialog } from '../course-dialog.ts';
import { courseHref } from '../course-href.ts';
import { codeProblem } from './create-course-dialog.tsx';
import { TermField } from './term-field.tsx';

type Props = { course: Pick<CourseRow, 'id' | 'name' | 'code' | 'term'> };

/** The same course for another term: its catalogue comes along, its states and dates do not. */
export function DuplicateCourseDialog({ course }: Props) {
  const { course: texts, words: common } = useTexts();
  const { form, dialog } = texts;
  const copy = useMutationOf(duplicateCourse, { quiet: true, idempotent: true, invalidates: [listCourses] });
  const [values, setValues] = useState({ name: course.name, code: course.code, term: '', withPeople: true });
  const [tried, setTried] = useState(false);
  const set = (change: Partial<typeof values>) => setValues((known) => ({ ...known, ...change }));
  const refused = fieldErrorsOf(copy.error);
  const same = values.code.trim() === course.code && values.term.trim() === course.term;
  const problems = {
    name: courseFields.name.safeParse(values.name).success ? undefined : common.required,
    code: codeProblem(values.code, form.codeWrong, common.required),
    term: same ? dialog.sameTerm : undefined,
  };
  const confirm = () => {
    setTried(true);
    if (problems.name || problems.code || problems.term) return;
    copy.mutate(
      { params: { id: course.id }, body: values },
      {
        onSuccess: (made) => {
          closeCourseDialog();
          notify({ level: 'success', title: fillText(texts.done.duplicated, { name: made.name }) });
          navigate(courseHref(made.id));
        },
      },
    );
  };
  return (
    <FormDialog
      title={fillText(dialog.duplicateTitle, { name: course.name })}
      confirmLabel={dialog.duplicate}
      busy={copy.isPending}
      error={Object.keys(refused).length === 0 ? copy.error : null}
      onConfirm={confirm}
      onClose={closeCourseDialog}
    >
      <p>{dialog.duplicateText}</p>
      <TextField
        label={form.name}
        value={values.name}
        maxLength={200}
        autoComplete="off"
        error={refused.name ?? (tried ? problems.name : undefined)}
        onChange={(name) => set({ name })}
      />
      <div className="form-dialog-pair">
        <TextField
          label={form.code}
          value={values.code}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          error={refused.code ?? (tried ? problems.code : undefined)}
          onChange={(code) => set({ code })}
        />
        <TermField
          value={values.term}
          error={refused.term ?? (tried ? problems.term : undefined)}
          onChange={(term) => set({ term })}
        />
      </div>
      <Switch label={dialog.withPeople} checked={values.withPeople} onChange={(withPeople) => set({ withPeople })} />
    </FormDialog>
  );
}
