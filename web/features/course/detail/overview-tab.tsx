import { audienceWords } from '@lectern/contract/audience.ts';
import type { CourseDetailView } from '@lectern/contract/features/course.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { audienceOptions } from '../../../components/audience-field.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { languageOptions } from '../../../components/resource/resource-options.ts';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { TextareaField } from '../../../components/textarea-field.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { fillText, useLanguage, useTexts } from '../../../lib/i18n/use-texts.ts';
import { completeness } from '../completeness.tsx';
import { useCollegeOptions, useDepartmentOptions, useSubjectOptions } from '../course-choices.ts';
import { courseHref } from '../course-href.ts';
import { TermField } from '../dialogs/term-field.tsx';
import { type CourseValues, valuesOf } from './course-values.ts';
import { CoverField } from './cover-field.tsx';
import type { CourseEdit } from './use-course-edit.ts';

type Props = { course: CourseDetailView; edit: CourseEdit; refresh: () => Promise<unknown> };
type Name = Exclude<keyof CourseValues, 'name' | 'audience'>;

/** What is said of a course; fields while one may change it. */
export function OverviewTab({ course, edit, refresh }: Props) {
  const texts = useTexts();
  const { form: words } = texts.course;
  const language = useLanguage();
  const { timeZone } = useCurrentUser();
  const { form, editable } = edit;
  const stored = valuesOf(course, timeZone);
  const subjects = useSubjectOptions(course.subject);
  const colleges = useCollegeOptions(course.college);
  const departments = useDepartmentOptions(form.values.collegeId, course.department);
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
        <TextField label={words.code} maxLength={60} autoComplete="off" spellCheck={false} {...text('code')} />
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
            // A department belongs to its college.
            if (value !== form.values.collegeId) form.set('departmentId', '');
          }}
        />
        <SelectField label={words.department} options={[none, ...departments]} {...choice('departmentId')} />
        <SelectField
          label={texts.words.audience}
          hint={words.audienceHints[form.values.audience]}
          options={audienceOptions()}
          value={form.values.audience}
          changed={form.changed.includes('audience')}
          note={
            form.overtaken.includes('audience') &&
            fillText(texts.detail.newerValue, { value: inLanguage(audienceWords)[stored.audience] })
          }
          disabled={!editable}
          onChange={(value) => form.set('audience', value)}
        />
        <TextField
          label={words.availableFrom}
          type="datetime-local"
          hint={fillText(words.fromHint, { zone: timeZone })}
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
                course.teachers.join(', ')
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
