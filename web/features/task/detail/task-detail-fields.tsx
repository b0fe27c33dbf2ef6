import {
  getTask,
  listTaskActivity,
  listTasks,
  type TaskView,
  taskDetailEndpoints,
  updateTask,
} from '@lectern/contract/features/task.ts';
import type { TaskPriority } from '@lectern/contract/features/task-kinds.ts';
import { matchRoute } from '@lectern/contract/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Avatar } from '../../../components/avatar.tsx';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { useDetailForm } from '../../../components/detail/use-detail-form.ts';
import { useEditing } from '../../../components/detail/use-editing.ts';
import { FactList } from '../../../components/fact-list.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextareaField, TextField } from '../../../components/text-field.tsx';
import { call } from '../../../lib/api-client.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { joinNames } from '../../../lib/i18n/punctuation.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../../lib/live-events.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf, queryOf } from '../../../lib/queries.ts';
import { fromZonedInput, toZonedInput, zoneName } from '../../../lib/zoned-time.ts';
import { priorityOptions } from '../dialogs/priority-dialog.tsx';
import { isOpen } from '../task-actions.ts';
import { taskDialog } from '../task-dialog.ts';

/** Fields of a task; editable for users who may change it. */
export function TaskDetailFields({ task, state }: { task: TaskView; state: TaskSheetState }) {
  const { task: texts, detail, routes, scan, work, words } = useTexts();
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
    fact(texts.detail.about[name] ?? name, aboutInWords(name, value, { routes, scan, work })),
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
          options={priorityOptions(texts.priorities)}
          disabled={!editable}
        />
        <TextField
          {...field('due')}
          {...(editable && set('due'))}
          label={texts.form.due}
          type="datetime-local"
          hint={fillText(texts.form.dueHint, { zone: zoneName(timeZone) })}
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
          { label: texts.detail.kind, value: words.taskKinds[task.kind] },
          { label: texts.detail.from, value: task.createdBy?.name ?? texts.rule },
          { label: texts.detail.department, value: task.department?.name ?? words.notSet },
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

/** Display text of a rule's facts, which hold steps, severities and pages as ids. */
function aboutInWords(
  name: string,
  value: string,
  { routes, scan, work }: Pick<Texts, 'routes' | 'scan' | 'work'>,
): string {
  if (name === 'page') {
    const route = matchRoute(value);
    return route ? routes[route.id] : value;
  }
  const words: Record<string, string> = name === 'steps' ? work.steps : name === 'severity' ? scan.severities : {};
  return joinNames(value.split(', ').map((one) => words[one] ?? one));
}

export function useStoredTask(id: string) {
  const client = useQueryClient();
  const task = useQuery(queryOf(getTask, { params: { id } }, { quiet: true }));
  const refresh = () => client.invalidateQueries({ predicate: isAnswerOf([getTask, listTaskActivity]) });
  // An operation on tasks may have changed this one.
  useLiveEvents('operation', ({ operation }) => {
    if (operation.list === 'task' && operation.finishedAt) void refresh();
  });
  return { task, refresh };
}

/** Form values; all strings, as inputs hold them. */
type TaskValues = { title: string; note: string; priority: string; due: string };

function valuesOf(task: TaskView, timeZone: string): TaskValues {
  return {
    title: task.title,
    note: task.note,
    priority: String(task.priority),
    due: task.dueAt ? toZonedInput(task.dueAt, timeZone) : '',
  };
}

/** Edit state of a task: takes the edit lock, checks the version, and keeps edits through conflicts. */
export function useTaskSheet(task: TaskView, refresh: () => Promise<void>) {
  const texts = useTexts();
  const { timeZone } = useCurrentUser();
  const client = useQueryClient();
  const form = useDetailForm<TaskValues>({
    id: task.id,
    stored: valuesOf(task, timeZone),
    check: (values) => (values.title.trim() ? {} : { title: texts.words.required }),
    reload: refresh,
    save: async (values, changed) => {
      const body = {
        ...(changed.includes('title') && { title: values.title.trim() }),
        ...(changed.includes('note') && { note: values.note.trim() }),
        ...(changed.includes('priority') && { priority: Number(values.priority) as TaskPriority }),
        ...(changed.includes('due') && { dueAt: fromZonedInput(values.due, timeZone) }),
        version: task.version,
      };
      const saved = await call(updateTask, { params: { id: task.id }, body }, { quiet: true });
      client.setQueryData(queryOf(getTask, { params: { id: task.id } }).queryKey, saved);
      void client.invalidateQueries({ predicate: isAnswerOf([listTasks, listTaskActivity]) });
      notify({ level: 'success', title: fillText(texts.task.form.saved, { title: saved.title }) });
    },
  });
  const edit = useEditing({ calls: taskDetailEndpoints, id: task.id, form, mayEdit: isOpen(task), reload: refresh });
  return edit;
}
export type TaskSheetState = ReturnType<typeof useTaskSheet>;
