import { taskPriorities, taskPriorityWords } from '@lectern/contract/features/task-words.ts';
import { useState } from 'react';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import type { TaskTarget } from '../task-dialog.ts';
import { TaskQuestion } from './task-question.tsx';
import { useTaskStart, useWhat } from './use-task-start.ts';

export function priorityOptions() {
  const words: Record<string, string> = inLanguage(taskPriorityWords);
  return taskPriorities.map((value) => ({ value: String(value), label: words[value] ?? '' }));
}

export function PriorityDialog({ target }: { target: TaskTarget }) {
  const { task } = useTexts();
  const what = useWhat(target);
  const { busy, start } = useTaskStart('setPriority', target);
  const [priority, setPriority] = useState(String(target.row?.priority ?? 2));
  return (
    <TaskQuestion
      title={fillText(task.choose.setPriority, { what })}
      submitLabel={task.actions.setPriority}
      busy={busy}
      onSubmit={() => void start({ priority: Number(priority) })}
    >
      <ChoiceField label={task.form.priority} value={priority} options={priorityOptions()} onChange={setPriority} />
    </TaskQuestion>
  );
}
