import { defaultAudience } from '@lectern/contract/audience.ts';
import { type CourseDetailView, listCourses } from '@lectern/contract/features/course.ts';
import {
  type CourseExportReport,
  type CourseFormat,
  type CourseImported,
  courseFileLimits,
  courseFormats,
  exportCourse,
  getCourseExportReport,
  importCourse,
  type LeftOutOfExport,
} from '@lectern/contract/features/course-exchange.ts';
import { listLibraries } from '@lectern/contract/features/library.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { AudienceField } from '../../../components/audience-field.tsx';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { fieldErrorsOf } from '../../../components/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Switch } from '../../../components/switch.tsx';
import { FileDrop } from '../../../components/upload/drop-area.tsx';
import { addressOf } from '../../../lib/callable.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { labelled, withNote } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { closeCourseDialog } from '../course-dialog.ts';
import { courseHref } from '../course-href.ts';
import { CodeField, TermField } from './course-fields.tsx';
import './course-dialogs.css';

/** Imports a Lectern file or another system's Common Cartridge as a new draft. */
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
        <CodeField hint={words.codeHint} value={values.code} error={refused.code} onChange={(code) => set({ code })} />
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

/** Result of an import, including what was left out. */
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

type Props = { course: Pick<CourseDetailView, 'id' | 'name' | 'mayEdit'> };

/** Chooses a format and an audience, and shows what the file will leave out before it is downloaded. */
export function ExportCourseDialog({ course }: Props) {
  const { course: texts } = useTexts();
  const words = texts.export;
  const format = useFormat();
  const [fileFormat, setFileFormat] = useState<CourseFormat>('zip');
  const [audience, setAudience] = useState(defaultAudience);
  const [withHidden, setWithHidden] = useState(false);
  const hiddenChapters = withHidden ? 'true' : 'false';
  const request = { params: { id: course.id }, query: { format: fileFormat, audience, hiddenChapters } };
  const report = useQuery({
    ...queryOf(getCourseExportReport, request, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const download = () => {
    const link = document.createElement('a');
    link.href = addressOf(exportCourse, request);
    link.download = '';
    link.click();
    const count = report.data?.leftOut.length ?? 0;
    const title = count > 0 ? fillText(words.startedWithout, { count: format.number(count) }) : words.started;
    notify({ level: 'success', title });
    closeCourseDialog();
  };
  return (
    <FormDialog
      title={fillText(words.title, { name: course.name })}
      confirmLabel={words.confirm}
      disabled={!report.data || report.isError}
      onConfirm={download}
      onClose={closeCourseDialog}
    >
      <SelectField
        label={words.format}
        hint={words.formatHints[fileFormat]}
        value={fileFormat}
        options={courseFormats.map((value) => ({ value, label: words.formats[value] }))}
        onChange={setFileFormat}
      />
      <AudienceField value={audience} hint={words.audienceHints[audience]} onChange={setAudience} />
      {course.mayEdit && (
        <div>
          <Switch label={words.hiddenChapters} checked={withHidden} onChange={setWithHidden} />
          <small className="field-help">{words.hiddenHint}</small>
        </div>
      )}
      {report.isError ? (
        <ErrorPanel error={report.error} title={words.failed} />
      ) : (
        report.data && <Report report={report.data} />
      )}
    </FormDialog>
  );
}

function Report({ report }: { report: CourseExportReport }) {
  const { course: texts } = useTexts();
  const words = texts.export;
  const format = useFormat();
  const { chapters, resources, files, bytes, redacted, leftOut } = report;
  const contents = fillText(words.contents, {
    chapters: format.number(chapters),
    resources: format.number(resources),
    files: format.number(files),
    size: format.bytes(bytes),
  });
  const title = fillText(words.leftOut, { count: format.number(leftOut.length) });
  return (
    <>
      <p className="field-help">
        {contents} {redacted > 0 && fillText(words.redacted, { count: format.number(redacted) })}
      </p>
      {leftOut.length > 0 && (
        <Banner tone="warning" label={title}>
          {title}
          <ul className="course-left-out">
            {leftOut.map((one) => (
              <LeftOut key={`${one.chapter} ${one.id} ${one.reason}`} one={one} />
            ))}
          </ul>
        </Banner>
      )}
    </>
  );
}

function LeftOut({ one }: { one: LeftOutOfExport }) {
  const { course: texts, resource } = useTexts();
  const { reasons, kinds, inChapter } = texts.export;
  const { kind, title, chapter, reason } = one;
  const kindName = kind === 'chapter' || kind === 'cover' ? kinds[kind] : resource.kinds[kind];
  const place = chapter && kind !== 'chapter' ? withNote('', fillText(inChapter, { number: chapter })) : '';
  return (
    <li>
      <strong>{title ?? kindName}</strong>
      {labelled(place, reasons[reason])}
    </li>
  );
}
