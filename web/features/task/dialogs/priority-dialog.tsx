import { taskPriorities } from '@lectern/contract/features/task-kinds.ts';
import { useState } from 'react';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { startOn } from '../task-actions.ts';
import { type AskingAction, closeTaskDialog, type TaskTarget } from '../task-dialog.ts';

export function priorityOptions(priorities: Texts['task']['priorities']) {
  return taskPriorities.map((value) => ({ value: String(value), label: priorities[value] }));
}

export function PriorityDialog({ target }: { target: TaskTarget }) {
  const { task } = useTexts();
  const what = useWhat(target);
  const { busy, start } = useTaskStart('setPriority', target);
  const [priority, setPriority] = useState(String(target.row?.priority ?? 2));
  return (
    <FormDialog
      title={fillText(task.choose.setPriority, { what })}
      confirmLabel={task.actions.setPriority}
      busy={busy}
      onClose={closeTaskDialog}
      onConfirm={() => void start({ priority: Number(priority) })}
    >
      <ChoiceField
        label={task.form.priority}
        value={priority}
        options={priorityOptions(task.priorities)}
        onChange={setPriority}
      />
    </FormDialog>
  );
}

/** Starts an operation from its dialog, which closes on success and stays open on failure. */
export function useTaskStart(action: AskingAction, target: TaskTarget) {
  const [busy, setBusy] = useState(false);
  const start = async (input: Record<string, unknown>) => {
    if (busy) return;
    setBusy(true);
    try {
      await startOn(action, target, input);
      closeTaskDialog();
    } catch {
      // The shared failure handler reports the error.
      setBusy(false);
    }
  };
  return { busy, start };
}

/** The target of an action, as display text. */
export function useWhat({ row, count }: TaskTarget): string {
  const { task } = useTexts();
  const format = useFormat();
  return row ? `“${row.title}”` : fillText(task.choose.what, { count: format.number(count) });
}
