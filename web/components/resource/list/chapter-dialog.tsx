import { type CourseRow, listCourses } from '@lectern/contract/features/course.ts';
import { getCatalogue } from '@lectern/contract/features/course-catalogue.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { ErrorPanel } from '../../error-panel.tsx';
import { FormDialog } from '../../form-dialog.tsx';
import { SelectField } from '../../select-field.tsx';
import { Switch } from '../../switch.tsx';
import { FindField } from '../find-field.tsx';
import type { ResourceTarget } from './resource-dialog.ts';
import { closeResourceDialog } from './resource-dialog.ts';
import { useResourceStart, useWhat } from './use-resource-start.ts';

/** Puts resources into a chapter of a course, at its end. */
export function ChapterDialog({ target }: { target: ResourceTarget }) {
  const words = useTexts().resourceDialogs.chapter;
  const what = useWhat(target);
  const [text, setText] = useState('');
  const [course, setCourse] = useState<Pick<CourseRow, 'id' | 'name'> | null>(null);
  const [chosen, setChosen] = useState('');
  const [required, setRequired] = useState(true);
  const [tried, setTried] = useState(false);
  const { busy, start } = useResourceStart('addToChapter', target);
  const wanted = useDeferredValue(course ? '' : text.trim());
  const courses = useQuery({
    ...queryOf(listCourses, { query: { ...(wanted && { search: wanted }), size: 25 } as never }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const catalogue = useQuery({
    ...queryOf(getCatalogue, { params: { id: course?.id ?? '' } }, { quiet: true }),
    enabled: course !== null,
  });
  const chapters = catalogue.data?.mayEdit ? catalogue.data.chapters : [];
  const chapterId = chosen || chapters[0]?.id;
  const error = courses.error ?? catalogue.error;
  return (
    <FormDialog
      title={fillText(words.title, { what })}
      confirmLabel={words.add}
      busy={busy}
      disabled={course !== null && !chapterId}
      onClose={closeResourceDialog}
      onConfirm={() => {
        setTried(true);
        if (chapterId) void start({ chapterId, required });
      }}
    >
      {error && <ErrorPanel error={error} />}
      <FindField
        label={words.course}
        placeholder={words.find}
        text={text}
        options={(courses.data?.rows ?? []).map(({ id, name, code }) => ({ id, label: name, note: code }))}
        none={words.noCourse}
        error={tried && !course ? words.needed : undefined}
        onText={(next) => {
          setText(next);
          setCourse(null);
          setChosen('');
        }}
        onPick={({ id, label }) => {
          setText(label);
          setCourse({ id, name: label });
        }}
      />
      <SelectField
        label={words.chapter}
        value={chapterId ?? ''}
        options={chapters.map(({ id, number, title }) => ({ value: id, label: `${number} ${title}` }))}
        hint={catalogue.data && chapters.length === 0 ? words.noChapters : undefined}
        disabled={chapters.length === 0}
        onChange={setChosen}
      />
      <Switch label={words.required} checked={required} onChange={setRequired} />
    </FormDialog>
  );
}
