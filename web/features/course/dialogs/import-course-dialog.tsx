import { listCourses } from '@lectern/contract/features/course.ts';
import { type CourseImported, courseFileLimits, importCourse } from '@lectern/contract/features/course-exchange.ts';
import { listLibraries } from '@lectern/contract/features/library.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { fieldErrorsOf } from '../../../components/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { FileDrop } from '../../../components/upload/drop-area.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { closeCourseDialog } from '../course-dialog.ts';
import { courseHref } from '../course-href.ts';
import { TermField } from './term-field.tsx';
import './course-dialogs.css';

/** Takes in a file of our own, or a Common Cartridge of another system, as a new draft. */
export function ImportCourseDialog() {
  const { course: texts } = useTexts();
  const words = texts.import;
  const format = useFormat();
  const bring = useMutationOf(importCourse, { quiet: true, idempotent: true, invalidates: [listCourses] });
  const [file, setFile] = useState<File | null>(null);
  const [values, setValues] = useState({ code: '', term: '', libraryId: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState<CourseImported | null>(null);
  const user = useCurrentUser();
  const libraries = useQuery(queryOf(listLibraries, {}, { quiet: true })).data ?? [];
  const others = libraries.filter(
    ({ kind, owner, mayAdd }) => mayAdd && !(kind === 'personal' && owner?.id === user.id),
  );
  const set = (change: Partial<typeof values>) => setValues((known) => ({ ...known, ...change }));
  const refused = fieldErrorsOf(bring.error);
  const take = (chosen: File | undefined) => {
    bring.reset();
    const tooLarge = chosen !== undefined && chosen.size > courseFileLimits.bytes;
    const words1 = { size: format.bytes(chosen?.size ?? 0), limit: format.bytes(courseFileLimits.bytes) };
    setProblem(tooLarge ? fillText(words.tooLarge, words1) : null);
    setFile(tooLarge ? null : (chosen ?? null));
  };
  const confirm = () => {
    if (!file) return setProblem(words.needed);
    const { code, term, libraryId } = values;
    const query = {
      name: file.name.slice(-200),
      ...(code.trim() && { code: code.trim() }),
      ...(term.trim() && { term: term.trim() }),
      ...(libraryId && { libraryId }),
    };
    bring.mutate({ query, body: file }, { onSuccess: setDone });
  };
  if (done) return <Imported done={done} />;
  return (
    <FormDialog
      title={words.title}
      confirmLabel={bring.isPending ? words.running : words.confirm}
      busy={bring.isPending}
      error={Object.keys(refused).length === 0 ? bring.error : null}
      errorTitle={words.failed}
      onConfirm={confirm}
      onClose={closeCourseDialog}
    >
      <p>{words.text}</p>
      <FileDrop
        label={words.choose}
        text={file ? `${file.name} · ${format.bytes(file.size)}` : words.formats}
        disabled={bring.isPending}
        onFiles={(files) => take(files[0]?.file)}
      />
      {problem && (
        <div role="alert" className="field-help field-error">
          {problem}
        </div>
      )}
      <div className="form-dialog-pair">
        <TextField
          label={texts.form.code}
          hint={words.codeHint}
          value={values.code}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          error={refused.code}
          onChange={(code) => set({ code })}
        />
        <TermField value={values.term} error={refused.term} onChange={(term) => set({ term })} />
      </div>
      <SelectField
        label={words.library}
        hint={words.libraryHint}
        value={values.libraryId}
        options={[
          { value: '', label: words.ownLibrary },
          ...others.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        error={refused.libraryId}
        onChange={(libraryId) => set({ libraryId })}
      />
    </FormDialog>
  );
}

/** What became of the file, and what was left out of it. */
function Imported({ done }: { done: CourseImported }) {
  const { course: texts, words: common } = useTexts();
  const words = texts.import;
  const format = useFormat();
  const { chapters, matched, broughtIn, leftOut } = done;
  const footer = (
    <>
      <Button onClick={closeCourseDialog}>{common.close}</Button>
      <AppLink className="button button-primary" to={courseHref(done.courseId, { tab: 'catalogue' })}>
        {words.open}
      </AppLink>
    </>
  );
  return (
    <Dialog
      open
      className="form-dialog"
      title={fillText(words.doneTitle, { name: done.name })}
      onClose={closeCourseDialog}
      footer={footer}
    >
      <p>
        {fillText(words.done, {
          chapters: format.number(chapters),
          matched: format.number(matched),
          broughtIn: format.number(broughtIn),
        })}
      </p>
      {leftOut.length > 0 && (
        <Banner tone="warning" label={fillText(words.leftOut, { count: format.number(leftOut.length) })}>
          {fillText(words.leftOut, { count: format.number(leftOut.length) })}
          <ul className="course-left-out">
            {leftOut.map(({ title, why }) => (
              <li key={`${title} ${why}`}>
                <strong>{title}</strong> {why}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </Dialog>
  );
}
