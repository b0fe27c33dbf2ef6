import { useState } from 'react';
import { TextareaField } from '../../../components/textarea-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import type { TaskTarget } from '../task-dialog.ts';
import { TaskQuestion } from './task-question.tsx';
import { useTaskStart, useWhat } from './use-task-start.ts';

/** Closes to-dos, with what became of them. Of those of a rule it says what that means. */
export function CloseDialog({ action, target }: { action: 'finish' | 'cancel'; target: TaskTarget }) {
  const { task } = useTexts();
  const what = useWhat(target);
  const { busy, start } = useTaskStart(action, target);
  const [note, setNote] = useState('');
  const isByHand = target.row?.kind === 'byHand';
  return (
    <TaskQuestion
      title={fillText(task.choose[action], { what })}
      submitLabel={task.actions[action]}
      look={action === 'cancel' ? 'danger' : 'primary'}
      busy={busy}
      onSubmit={() => void start({ note: note.trim() })}
    >
      {!isByHand && <p>{task.choose.ruleText}</p>}
      <TextareaField
        label={task.choose.closeNote}
        value={note}
        maxLength={500}
        data-first-focus
        onChange={setNote}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
    </TaskQuestion>
  );
}
