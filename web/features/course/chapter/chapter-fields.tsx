import type { ChapterView } from '@lectern/contract/features/chapter.ts';
import { Switch } from '../../../components/switch.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { TextareaField } from '../../../components/textarea-field.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { valuesOf } from './chapter-values.ts';
import type { ChapterEdit } from './use-chapter-edit.ts';

type Name = 'goals' | 'body' | 'availableFrom' | 'availableUntil';

/** What a chapter says, and when learners see it. */
export function ChapterFields({ chapter, edit }: { chapter: ChapterView; edit: ChapterEdit }) {
  const { chapter: texts, course, detail, words: common } = useTexts();
  const words = texts.form;
  const { timeZone } = useCurrentUser();
  const { form, editable } = edit;
  const stored = valuesOf(chapter, timeZone);
  const field = (name: Name) => ({
    value: form.values[name],
    error: form.problems[name],
    changed: form.changed.includes(name),
    note: form.overtaken.includes(name) && fillText(detail.newerValue, { value: stored[name] || common.none }),
    ...(editable && { onChange: (value: string) => form.set(name, value) }),
  });
  return (
    <section className="course-panel course-fields" aria-label={words.label}>
      <TextareaField wide label={words.goals} hint={words.goalsHint} rows={2} maxLength={5000} {...field('goals')} />
      <TextareaField wide label={words.body} rows={5} maxLength={50_000} {...field('body')} />
      <TextField
        label={course.form.availableFrom}
        type="datetime-local"
        hint={fillText(course.form.fromHint, { zone: timeZone })}
        {...field('availableFrom')}
      />
      <TextField
        label={course.form.availableUntil}
        type="datetime-local"
        hint={course.form.untilHint}
        {...field('availableUntil')}
      />
      <div className="field-wide">
        <Switch
          label={words.visible}
          hint={words.visibleHint}
          checked={form.values.visible}
          disabled={!editable}
          onChange={(visible) => form.set('visible', visible)}
        />
      </div>
    </section>
  );
}
