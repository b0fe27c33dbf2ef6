import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { startOn } from '../task-actions.ts';
import { type AskingAction, closeTaskDialog, type TaskTarget } from '../task-dialog.ts';

/** Starts an action from its dialog, which closes once it is under way and stays when it is refused. */
export function useTaskStart(action: AskingAction, target: TaskTarget) {
  const [busy, setBusy] = useState(false);
  const start = async (input: Record<string, unknown>) => {
    if (busy) return;
    setBusy(true);
    try {
      await startOn(action, target, input);
      closeTaskDialog();
    } catch {
      // Why it was refused is told by the shared handling of failures.
      setBusy(false);
    }
  };
  return { busy, start };
}

/** What an action is for, in words. */
export function useWhat({ row, count }: TaskTarget): string {
  const { task } = useTexts();
  const format = useFormat();
  return row ? `“${row.title}”` : fillText(task.choose.what, { count: format.number(count) });
}
