import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { fromZonedInput, toZonedInput } from '../../../lib/zoned-time.ts';
import type { TaskTarget } from '../task-dialog.ts';
import { quickTimes } from './quick-times.ts';
import { TaskQuestion } from './task-question.tsx';
import { useTaskStart, useWhat } from './use-task-start.ts';

/** When to-dos are due, or until when they are put off, by the platform's clock. */
export function TimeDialog({ action, target }: { action: 'setDue' | 'snooze'; target: TaskTarget }) {
  const { task } = useTexts();
  const { timeZone } = useCurrentUser();
  const what = useWhat(target);
  const { busy, start } = useTaskStart(action, target);
  const stored = action === 'setDue' ? target.row?.dueAt : null;
  const [input, setInput] = useState(stored ? toZonedInput(stored, timeZone) : '');
  const [tried, setTried] = useState(false);
  const [now] = useState(() => new Date());
  const at = fromZonedInput(input, timeZone);
  const isOver = action === 'snooze' && at !== null && Date.parse(at) <= now.getTime();
  const problem = at === null ? task.choose.noTime : isOver ? task.choose.over : undefined;
  const send = (time: string | null) => void start(action === 'setDue' ? { dueAt: time } : { until: time });
  return (
    <TaskQuestion
      title={fillText(task.choose[action], { what })}
      submitLabel={task.actions[action]}
      busy={busy}
      onSubmit={() => {
        setTried(true);
        if (!problem) send(at);
      }}
      extra={
        action === 'setDue' && (
          <Button look="quiet" className="dialog-foot-start" onClick={() => send(null)}>
            {task.choose.clearDue}
          </Button>
        )
      }
    >
      {action === 'snooze' && <p>{task.choose.snoozeText}</p>}
      <div className="task-times">
        {quickTimes(now, timeZone).map(({ name, input: time }) => (
          <Button key={name} size="small" onClick={() => setInput(time)} aria-pressed={input === time}>
            {task.choose[name]}
          </Button>
        ))}
      </div>
      <TextField
        label={action === 'setDue' ? task.form.due : task.choose.until}
        hint={fillText(task.form.dueHint, { zone: timeZone })}
        type="datetime-local"
        value={input}
        error={tried ? problem : undefined}
        data-first-focus
        onChange={setInput}
      />
    </TaskQuestion>
  );
}
