import {
  getTask,
  listTaskActivity,
  listTasks,
  type TaskView,
  taskDetailEndpoints,
  updateTask,
} from '@lectern/contract/features/task.ts';
import type { TaskPriority } from '@lectern/contract/features/task-words.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDetailForm } from '../../../components/detail/use-detail-form.ts';
import { useEditLock } from '../../../components/detail/use-edit-lock.ts';
import { call } from '../../../lib/api-client.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../../lib/live-events.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf, queryOf } from '../../../lib/queries.ts';
import { fromZonedInput, toZonedInput } from '../../../lib/zoned-time.ts';
import { isOpen } from '../task-actions.ts';

/** One to-do as stored, and everything that keeps that fresh. */
export function useStoredTask(id: string) {
  const client = useQueryClient();
  const task = useQuery(queryOf(getTask, { params: { id } }, { quiet: true }));
  const refresh = () => client.invalidateQueries({ predicate: isAnswerOf([getTask, listTaskActivity]) });
  // An action on to-dos may have been for this one.
  useLiveEvents('operation', ({ operation }) => {
    if (operation.list === 'task' && operation.finishedAt) void refresh();
  });
  return { task, refresh };
}

/** What the sheet edits: texts, as inputs have them. */
export type TaskValues = { title: string; note: string; priority: string; due: string };

export function valuesOf(task: TaskView, timeZone: string): TaskValues {
  return {
    title: task.title,
    note: task.note,
    priority: String(task.priority),
    due: task.dueAt ? toZonedInput(task.dueAt, timeZone) : '',
  };
}

/** Edits of a to-do: under the edit lock, with the version, kept through conflicts. */
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
  const lock = useEditLock(taskDetailEndpoints, task.id, form.changed.length > 0);
  const goOn = () => {
    lock.goOn();
    void refresh();
  };
  const editable = isOpen(task) && !lock.other && !lock.finished;
  return { form, lock, goOn, editable };
}
export type TaskSheetState = ReturnType<typeof useTaskSheet>;
