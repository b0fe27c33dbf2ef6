import type { Person } from '@lectern/contract/features/people.ts';
import { useState } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { Button } from '../../../components/button.tsx';
import { PersonPicker } from '../../../components/person-picker.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import type { TaskTarget } from '../task-dialog.ts';
import { TaskQuestion } from './task-question.tsx';
import { useTaskStart, useWhat } from './use-task-start.ts';

/** Gives to-dos to somebody, or back to the team. */
export function AssignDialog({ target }: { target: TaskTarget }) {
  const { task } = useTexts();
  const what = useWhat(target);
  const { busy, start } = useTaskStart('assign', target);
  const [person, setPerson] = useState<Pick<Person, 'id' | 'name'> | null>(null);
  const [tried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    if (person) void start({ userId: person.id });
  };
  return (
    <TaskQuestion
      title={fillText(task.choose.assign, { what })}
      submitLabel={task.actions.assign}
      busy={busy}
      onSubmit={submit}
      extra={
        <Button look="quiet" className="dialog-foot-start" onClick={() => void start({ userId: null })}>
          {task.choose.nobody}
        </Button>
      }
    >
      <p>{task.choose.assignText}</p>
      {person ? (
        <div className="task-chosen">
          <Avatar name={person.name} size={20} />
          <strong>{fillText(task.choose.chosen, { name: person.name })}</strong>
          <Button size="small" onClick={() => setPerson(null)}>
            {task.choose.other}
          </Button>
        </div>
      ) : (
        <PersonPicker label={task.choose.find} error={tried ? task.choose.needed : undefined} onChoose={setPerson} />
      )}
    </TaskQuestion>
  );
}
