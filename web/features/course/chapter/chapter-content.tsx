import type { ChapterView } from '@lectern/contract/features/chapter.ts';
import { useMemo } from 'react';
import { DragArea } from '../../../components/drag/drag-area.tsx';
import { beforeIdOf } from '../../../components/drag/sort-list.tsx';
import { Switch } from '../../../components/switch.tsx';
import { TextareaField, TextField } from '../../../components/text-field.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { zoneName } from '../../../lib/zoned-time.ts';
import { Shelf } from '../catalogue/resource-picker.tsx';
import { ChapterItems } from './chapter-items.tsx';
import { type ChapterEdit, valuesOf } from './use-chapter-edit.ts';
import { useItemActions } from './use-item-actions.ts';

type Props = { chapter: ChapterView; edit: ChapterEdit };

/** Fields and resources of a chapter on the left, resources to add on the right. */
export function ChapterContent({ chapter, edit }: Props) {
  const { chapter: words } = useTexts();
  const items = useItemActions();
  const { editable } = edit;
  const place = { id: chapter.id, title: chapter.title, courseId: chapter.course.id };
  const inside = useMemo(() => new Set(chapter.items.map(({ resource }) => resource.id)), [chapter.items]);
  return (
    <DragArea
      onDrop={(dragged, to) => {
        const item = chapter.items.find(({ id }) => id === dragged.id);
        if (dragged.kind === 'shelf') {
          const beforeId = to.kind === 'item' ? to.id : null;
          void items.add(place, [{ id: dragged.id, title: dragged.name }], beforeId);
        } else if (item) items.place(place, item, to.kind === 'item' ? beforeIdOf(chapter.items, to) : null);
      }}
    >
      <div className="chapter-columns" data-read-only={!editable || undefined}>
        <div className="chapter-main">
          <ChapterFields chapter={chapter} edit={edit} />
          <section className="course-panel" aria-label={words.resources}>
            <div className="chapter-list-head">
              <h2>{words.resources}</h2>
              {editable && <small>{words.items.keysHint}</small>}
            </div>
            <ChapterItems chapter={chapter} editable={editable} />
          </section>
        </div>
        {editable && <Shelf chapter={chapter} inside={inside} onAdd={(found) => void items.add(place, found)} />}
      </div>
    </DragArea>
  );
}

type Name = 'goals' | 'body' | 'availableFrom' | 'availableUntil';

/** Text fields of a chapter, and when learners see it. */
function ChapterFields({ chapter, edit }: { chapter: ChapterView; edit: ChapterEdit }) {
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
        hint={fillText(course.form.fromHint, { zone: zoneName(timeZone) })}
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
