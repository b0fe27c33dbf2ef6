import { defaultAudience } from '@lectern/contract/audience.ts';
import type { CourseDetailView } from '@lectern/contract/features/course.ts';
import {
  type CourseExportReport,
  type CourseFormat,
  courseFormats,
  exportCourse,
  getCourseExportReport,
  type LeftOutOfExport,
} from '@lectern/contract/features/course-exchange.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AudienceField } from '../../../components/audience-field.tsx';
import { Banner } from '../../../components/banner.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Switch } from '../../../components/switch.tsx';
import { addressOf } from '../../../lib/callable.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf } from '../../../lib/queries.ts';
import { closeCourseDialog } from '../course-dialog.ts';
import './course-dialogs.css';
import { labelled } from '../../../lib/i18n/punctuation.ts';

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
  const place = chapter && kind !== 'chapter' ? ` ${fillText(inChapter, { number: chapter })}` : '';
  return (
    <li>
      <strong>{title ?? kindName}</strong>
      {labelled(place, reasons[reason])}
    </li>
  );
}
