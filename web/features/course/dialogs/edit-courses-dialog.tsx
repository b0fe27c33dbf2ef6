import { useState } from 'react';
import { audienceOptions } from '../../../components/audience-field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { languageOptions } from '../../../components/resource/resource-options.ts';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { fillText, useLanguage, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useCollegeOptions, useDepartmentOptions, useSubjectOptions } from '../course-choices.ts';
import { type CourseTarget, closeCourseDialog } from '../course-dialog.ts';
import { useCourseStart, useWhat } from './use-course-start.ts';

const keep = 'keep';
const start = { subjectId: keep, collegeId: keep, departmentId: keep, language: keep, audience: keep, term: '' };
type Choice = 'subjectId' | 'collegeId' | 'departmentId' | 'language';

/** Writes the same into many courses; what is left alone stays as it is in each. */
export function EditCoursesDialog({ target }: { target: CourseTarget }) {
  const { course: texts, words } = useTexts();
  const { form, edit } = texts;
  const language = useLanguage();
  const what = useWhat(target);
  const [values, setValues] = useState(start);
  const [tried, setTried] = useState(false);
  const { busy, start: begin } = useCourseStart('edit', target, texts.actions.edit);
  const subjects = useSubjectOptions(null);
  const colleges = useCollegeOptions(null);
  const departments = useDepartmentOptions(values.collegeId === keep ? '' : values.collegeId, null);
  const changes = {
    ...Object.fromEntries(
      (['subjectId', 'collegeId', 'departmentId', 'language'] as const)
        .filter((name) => values[name] !== keep)
        .map((name) => [name, values[name] || null]),
    ),
    ...(values.audience !== keep && { audience: values.audience }),
    ...(values.term.trim() && { term: values.term.trim() }),
  };
  const isSet = Object.keys(changes).length > 0;
  const choice = (name: Choice, label: string, options: { value: string; label: string }[]) => (
    <SelectField
      label={label}
      value={values[name]}
      options={[{ value: keep, label: edit.keep }, { value: '', label: form.none }, ...options]}
      changed={values[name] !== keep}
      onChange={(value) => setValues((known) => ({ ...known, [name]: value }))}
    />
  );
  return (
    <FormDialog
      wide
      title={fillText(edit.title, { what })}
      confirmLabel={edit.confirm}
      busy={busy}
      onConfirm={() => {
        setTried(true);
        if (isSet) void begin(changes);
      }}
      onClose={closeCourseDialog}
    >
      <p>{edit.text}</p>
      <div className="form-dialog-pair">
        {choice('subjectId', form.subject, subjects)}
        {choice('collegeId', form.college, colleges)}
        {choice('departmentId', form.department, departments)}
        {choice('language', form.language, languageOptions(language))}
        <SelectField
          label={words.audience}
          value={values.audience}
          options={[{ value: keep, label: edit.keep }, ...audienceOptions()]}
          changed={values.audience !== keep}
          onChange={(audience) => setValues((known) => ({ ...known, audience }))}
        />
        <TextField
          label={form.term}
          placeholder={edit.keep}
          value={values.term}
          maxLength={60}
          onChange={(term) => setValues((known) => ({ ...known, term }))}
        />
      </div>
      {tried && !isSet && (
        <div role="alert" className="field-help field-error">
          {edit.nothing}
        </div>
      )}
    </FormDialog>
  );
}
