import { type CourseRow, courseFields, duplicateCourse, listCourses } from '@lectern/contract/features/course.ts';
import type { Person } from '@lectern/contract/features/people.ts';
import { useState } from 'react';
import { audienceOptions } from '../../../components/audience-field.tsx';
import { fieldErrorsOf } from '../../../components/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { PersonField } from '../../../components/person-picker.tsx';
import { languageOptions } from '../../../components/resource/resource-options.ts';
import { SelectField } from '../../../components/select-field.tsx';
import { Switch } from '../../../components/switch.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { fillText, useLanguage, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { useStore } from '../../../lib/store.ts';
import { type CourseTarget, closeCourseDialog, courseDialog } from '../course-dialog.ts';
import { courseHref } from '../course-href.ts';
import { CodeField, NameField, TermField, useCourseOptions } from './course-fields.tsx';
import { ExportCourseDialog, ImportCourseDialog } from './course-file-dialogs.tsx';
import { CreateCourseDialog, codeProblem } from './create-course-dialog.tsx';
import { MoveCoursesDialog, useCourseStart, useWhat } from './move-courses-dialog.tsx';
import './course-dialogs.css';

/** Renders the open dialog of the list or of a course. */
export function CourseDialogs() {
  const open = useStore(courseDialog);
  switch (open?.kind) {
    case 'create':
      return <CreateCourseDialog />;
    case 'import':
      return <ImportCourseDialog />;
    case 'duplicate':
      return <DuplicateCourseDialog course={open.course} />;
    case 'export':
      return <ExportCourseDialog course={open.course} />;
    case 'move':
      return <MoveCoursesDialog move={open.move} target={open.target} />;
    case 'edit':
      return <EditCoursesDialog target={open.target} />;
    case 'owner':
      return <OwnerDialog target={open.target} />;
    default:
      return null;
  }
}

/** Transfers courses to someone else. */
function OwnerDialog({ target }: { target: CourseTarget }) {
  const { course } = useTexts();
  const words = course.owner;
  const what = useWhat(target);
  const [person, setPerson] = useState<Person | null>(null);
  const [tried, setTried] = useState(false);
  const { busy, start } = useCourseStart('setOwner', target);
  return (
    <FormDialog
      title={fillText(words.title, { what })}
      confirmLabel={words.confirm}
      busy={busy}
      onConfirm={() => {
        setTried(true);
        if (person) void start({ toUserId: person.id });
      }}
      onClose={closeCourseDialog}
    >
      <PersonField
        label={words.to}
        other={words.other}
        error={tried ? words.needed : undefined}
        person={person}
        onChange={setPerson}
      />
    </FormDialog>
  );
}

type Props = { course: Pick<CourseRow, 'id' | 'name' | 'code' | 'term'> };

/** Copies a course for another term with its catalogue, but without states and dates. */
function DuplicateCourseDialog({ course }: Props) {
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
      <NameField
        value={values.name}
        error={refused.name ?? (tried ? problems.name : undefined)}
        onChange={(name) => set({ name })}
      />
      <div className="form-dialog-pair">
        <CodeField
          value={values.code}
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

const keep = 'keep';
const start = { subjectId: keep, collegeId: keep, departmentId: keep, language: keep, audience: keep, term: '' };
type Choice = 'subjectId' | 'collegeId' | 'departmentId' | 'language';

/** Sets the same values in many courses; untouched fields keep their value in each. */
function EditCoursesDialog({ target }: { target: CourseTarget }) {
  const { course: texts, words } = useTexts();
  const { form, edit } = texts;
  const language = useLanguage();
  const what = useWhat(target);
  const [values, setValues] = useState(start);
  const [tried, setTried] = useState(false);
  const { busy, start: begin } = useCourseStart('edit', target);
  const { subjects, colleges, departments } = useCourseOptions(values.collegeId === keep ? '' : values.collegeId);
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
          options={[{ value: keep, label: edit.keep }, ...audienceOptions(words)]}
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
