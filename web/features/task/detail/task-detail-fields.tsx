import type { TaskView } from '@lectern/contract/features/task.ts';
import { taskKindWords } from '@lectern/contract/features/task-words.ts';
import { Avatar } from '../../../components/avatar.tsx';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { TextareaField } from '../../../components/textarea-field.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { priorityOptions } from '../dialogs/priority-dialog.tsx';
import { taskDialog } from '../task-dialog.ts';
import { aboutInWords } from './about-in-words.ts';
import { type TaskSheetState, type TaskValues, valuesOf } from './use-task-sheet.ts';

/** What is stored about a to-do; fields while it may be changed. */
export function TaskDetailFields({ task, state }: { task: TaskView; state: TaskSheetState }) {
  const { task: texts, detail, routes, words } = useTexts();
  const { timeZone } = useCurrentUser();
  const format = useFormat();
  const { form, editable } = state;
  const stored = valuesOf(task, timeZone);
  const field = (name: Exclude<keyof TaskValues, 'title'>) => ({
    value: form.values[name],
    error: form.problems[name],
    changed: form.changed.includes(name),
    note: form.overtaken.includes(name) ? fillText(detail.newerValue, { value: stored[name] }) : undefined,
  });
  const set = (name: keyof TaskValues) => ({ onChange: (value: string) => form.set(name, value) });
  const assign = () =>
    taskDialog.set({
      kind: 'ask',
      action: 'assign',
      target: { selection: { ids: [task.id] }, count: 1, row: task, done: () => undefined },
    });
  const fact = (label: string, value: string | null | undefined) => (value ? [{ label, value }] : []);
  const about = Object.entries(task.about).flatMap(([name, value]) =>
    fact(texts.detail.about[name] ?? name, aboutInWords(name, value, routes)),
  );
  return (
    <div className="detail-main">
      {task.closedByRule && <Banner tone="info">{texts.detail.closedByState}</Banner>}
      {task.dismissed && <Banner tone="info">{texts.detail.dismissed}</Banner>}
      <div className="task-detail-fields">
        <div className="field">
          <span className="field-label">{texts.form.assignee}</span>
          <div className="task-detail-assignee">
            {task.assignee && <Avatar name={task.assignee.name} size={20} />}
            <span>{task.assignee?.name ?? texts.nobody}</span>
            {editable && (
              <Button size="small" onClick={assign}>
                {texts.actions.assign}
              </Button>
            )}
          </div>
        </div>
        <SelectField
          {...field('priority')}
          {...set('priority')}
          label={texts.form.priority}
          options={priorityOptions()}
          disabled={!editable}
        />
        <TextField
          {...field('due')}
          {...(editable && set('due'))}
          label={texts.form.due}
          type="datetime-local"
          hint={fillText(texts.form.dueHint, { zone: timeZone })}
        />
        <TextareaField
          {...field('note')}
          {...(editable && set('note'))}
          label={texts.form.note}
          rows={4}
          maxLength={4000}
        />
      </div>
      <FactList
        facts={[
          ...about,
          { label: texts.detail.kind, value: inLanguage(taskKindWords)[task.kind] },
          { label: texts.detail.from, value: task.createdBy?.name ?? texts.rule },
          { label: texts.detail.department, value: task.department?.name ?? words.none },
          { label: texts.detail.created, value: format.dateTime(task.createdAt) },
          ...fact(texts.detail.snoozed, task.snoozedUntil && format.dateTime(task.snoozedUntil)),
          ...fact(texts.detail.closed, task.closedAt && format.dateTime(task.closedAt)),
          ...fact(texts.detail.closedBy, task.closedBy?.name),
          ...fact(texts.detail.closeNote, task.closeNote),
        ]}
      />
    </div>
  );
}
