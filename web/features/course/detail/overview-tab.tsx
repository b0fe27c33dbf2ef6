import {
  type CourseDetailView,
  coverLimits,
  setCourseCover,
  uploadCourseCover,
} from '@lectern/contract/features/course.ts';
import { useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { audienceOptions } from '../../../components/audience-field.tsx';
import { Button } from '../../../components/button.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { languageOptions } from '../../../components/resource/resource-options.ts';
import { SelectField } from '../../../components/select-field.tsx';
import { TextareaField, TextField } from '../../../components/text-field.tsx';
import { chooseFiles } from '../../../components/upload/use-drop.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { joinNames } from '../../../lib/i18n/punctuation.ts';
import { fillText, useLanguage, useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { zoneName } from '../../../lib/zoned-time.ts';
import { courseHref } from '../course-href.ts';
import { completeness, courseCover } from '../course-state.tsx';
import { CodeField, TermField, useCourseOptions } from '../dialogs/course-fields.tsx';
import type { CoverDialogProps } from './cover-dialog.tsx';
import { type CourseEdit, type CourseValues, valuesOf } from './use-course-edit.ts';

type Props = { course: CourseDetailView; edit: CourseEdit; refresh: () => Promise<unknown> };
type Name = Exclude<keyof CourseValues, 'name' | 'audience'>;

/** Properties of a course, as fields if the user may edit it. */
export function OverviewTab({ course, edit, refresh }: Props) {
  const texts = useTexts();
  const { form: words } = texts.course;
  const language = useLanguage();
  const { timeZone } = useCurrentUser();
  const { form, editable } = edit;
  const stored = valuesOf(course, timeZone);
  const { subjects, colleges, departments } = useCourseOptions(form.values.collegeId, course);
  const field = (name: Name) => ({
    value: form.values[name],
    error: form.problems[name],
    changed: form.changed.includes(name),
    note:
      form.overtaken.includes(name) && fillText(texts.detail.newerValue, { value: stored[name] || texts.words.none }),
  });
  const text = (name: Name) => ({
    ...field(name),
    ...(editable && { onChange: (value: string) => form.set(name, value) }),
  });
  const choice = (name: Name) => ({
    ...field(name),
    disabled: !editable,
    onChange: (value: string) => form.set(name, value),
  });
  const none = { value: '', label: words.none };
  return (
    <div className="course-columns">
      <section className="course-panel course-fields" aria-label={texts.course.tabs.overview}>
        <CodeField {...text('code')} />
        <TermField {...text('term')} />
        <TextareaField wide label={words.description} rows={6} maxLength={10_000} {...text('description')} />
        <SelectField label={words.subject} options={[none, ...subjects]} {...choice('subjectId')} />
        <SelectField label={words.language} options={[none, ...languageOptions(language)]} {...choice('language')} />
        <SelectField
          label={words.college}
          options={[none, ...colleges]}
          {...choice('collegeId')}
          onChange={(value) => {
            form.set('collegeId', value);
            // Departments belong to a college, so changing the college clears the department.
            if (value !== form.values.collegeId) form.set('departmentId', '');
          }}
        />
        <SelectField label={words.department} options={[none, ...departments]} {...choice('departmentId')} />
        <SelectField
          label={texts.words.audience}
          hint={words.audienceHints[form.values.audience]}
          options={audienceOptions(texts.words)}
          value={form.values.audience}
          changed={form.changed.includes('audience')}
          note={
            form.overtaken.includes('audience') &&
            fillText(texts.detail.newerValue, { value: texts.words.audiences[stored.audience] })
          }
          disabled={!editable}
          onChange={(value) => form.set('audience', value)}
        />
        <TextField
          label={words.availableFrom}
          type="datetime-local"
          hint={fillText(words.fromHint, { zone: zoneName(timeZone) })}
          {...text('availableFrom')}
        />
        <TextField
          label={words.availableUntil}
          type="datetime-local"
          hint={words.untilHint}
          {...text('availableUntil')}
        />
      </section>
      <aside className="course-side">
        <CoverField course={course} editable={editable} edit={edit} refresh={refresh} />
        <Facts course={course} />
      </aside>
    </div>
  );
}

function Facts({ course }: { course: CourseDetailView }) {
  const texts = useTexts();
  const format = useFormat();
  const { facts: words } = texts.course;
  const { counts } = course;
  const time = (at: string | null) => (at ? format.dateTime(at) : texts.words.none);
  return (
    <section className="course-panel" aria-label={words.label}>
      <FactList
        facts={[
          { label: words.owner, value: course.owner.name },
          {
            label: words.teachers,
            value:
              course.teachers.length > 0 ? (
                joinNames(course.teachers)
              ) : (
                <AppLink to={courseHref(course.id, { tab: 'people' })}>{words.addTeacher}</AppLink>
              ),
          },
          { label: words.chapters, value: format.number(counts.chapters) },
          { label: words.resources, value: format.number(counts.resources) },
          {
            label: words.completeness,
            value: completeness(counts, courseHref(course.id, { tab: 'checks' }), { texts, format }),
          },
          { label: words.published, value: time(course.publishedAt) },
          { label: words.created, value: time(course.createdAt) },
          { label: words.updated, value: time(course.updatedAt) },
        ]}
      />
    </section>
  );
}

const CoverDialog = lazyPart<CoverDialogProps>(async () => (await import('./cover-dialog.tsx')).CoverDialog);

type CoverFieldProps = {
  course: CourseDetailView;
  editable: boolean;
  edit: CourseEdit;
  refresh: () => Promise<unknown>;
};

/** The cover, uploaded or taken from an image resource; saved at once. */
function CoverField({ course, editable, edit, refresh }: CoverFieldProps) {
  const { cover: words } = useTexts().course;
  const format = useFormat();
  const set = useMutationOf(setCourseCover);
  const upload = useMutationOf(uploadCourseCover);
  const [choosing, setChoosing] = useState(false);
  const { id, version } = course;
  const onSuccess = (saved: CourseDetailView) => {
    edit.keep(saved);
    notify({ level: 'success', title: words.done });
  };
  const onError = () => void refresh();
  const bring = async () => {
    const [chosen] = await chooseFiles({ accept: 'image/png,image/jpeg,image/webp', many: false });
    if (!chosen) return;
    if (chosen.file.size > coverLimits.bytes) {
      notify({ level: 'warning', title: fillText(words.tooLarge, { limit: format.bytes(coverLimits.bytes) }) });
      return;
    }
    upload.mutate({ params: { id }, query: { version }, body: chosen.file }, { onSuccess, onError });
  };
  const take = (resourceId: string | null) =>
    set.mutate({ params: { id }, body: { resourceId, version } }, { onSuccess, onError });
  return (
    <section className="course-panel course-cover-field" aria-label={words.label}>
      {courseCover(course.cover, 'card')}
      {editable && (
        <div className="course-cover-actions">
          <Button size="small" icon="upload" busy={upload.isPending} onClick={() => void bring()}>
            {words.upload}
          </Button>
          <Button size="small" busy={set.isPending} onClick={() => setChoosing(true)}>
            {words.choose}
          </Button>
          {course.cover && (
            <Button size="small" look="quiet" onClick={() => take(null)}>
              {words.remove}
            </Button>
          )}
        </div>
      )}
      {choosing && (
        <CoverDialog
          onTake={(resourceId) => {
            setChoosing(false);
            take(resourceId);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  );
}
