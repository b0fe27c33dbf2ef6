import type { Person } from '@lectern/contract/features/people.ts';
import { createTask, listTasks } from '@lectern/contract/features/task.ts';
import type { TaskPriority } from '@lectern/contract/features/task-words.ts';
import { useState } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { fieldErrorsOf } from '../../../components/field-errors.ts';
import { PersonPicker } from '../../../components/person-picker.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { TextareaField } from '../../../components/textarea-field.tsx';
import { useDraft } from '../../../components/use-draft.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { fromZonedInput } from '../../../lib/zoned-time.ts';
import { closeTaskDialog } from '../task-dialog.ts';
import { priorityOptions } from './priority-dialog.tsx';
import { TaskQuestion } from './task-question.tsx';

const nothing = { title: '', note: '', priority: '2', due: '', link: '' };

/** A to-do for oneself or for somebody else; what was typed is never lost without a question. */
export function CreateTaskDialog() {
  const { task, words } = useTexts();
  const { timeZone } = useCurrentUser();
  const { values, changed, set } = useDraft(nothing);
  const [person, setPerson] = useState<Person | null>(null);
  const [finding, setFinding] = useState(false);
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const create = useMutationOf(createTask, { invalidates: [listTasks], idempotent: true, quiet: true });
  const refused = fieldErrorsOf(create.error) as Partial<Record<string, string>>;
  const missing = values.title.trim() === '';
  const submit = () => {
    setTried(true);
    if (missing) return;
    const body = {
      title: values.title.trim(),
      note: values.note.trim(),
      priority: Number(values.priority) as TaskPriority,
      dueAt: fromZonedInput(values.due, timeZone),
      assigneeId: person?.id ?? null,
      link: values.link.trim() || null,
    };
    create.mutate(
      { body },
      {
        onSuccess: ({ title }) => {
          closeTaskDialog();
          notify({ level: 'success', title: fillText(task.form.created, { title }) });
        },
      },
    );
  };
  const text = (name: keyof typeof nothing) => ({
    value: values[name],
    onChange: (value: string) => set(name, value),
  });
  const isExplained = isApiError(create.error) && create.error.details?.fields;
  return (
    <TaskQuestion
      title={task.form.createTitle}
      submitLabel={create.isPending ? task.form.creating : task.form.create}
      busy={create.isPending}
      onSubmit={submit}
      onClose={() => (changed.length > 0 ? setAsking(true) : closeTaskDialog())}
    >
      {create.error && !isExplained && <ErrorPanel error={create.error} title={task.form.notSaved} />}
      <TextField
        {...text('title')}
        label={task.form.title}
        maxLength={200}
        error={tried && missing ? words.required : refused.title}
        data-first-focus
      />
      <TextareaField {...text('note')} label={task.form.note} maxLength={4000} error={refused.note} />
      <div className="task-form-row">
        <SelectField {...text('priority')} label={task.form.priority} options={priorityOptions()} />
        <TextField {...text('due')} label={task.form.due} type="datetime-local" error={refused.dueAt} />
      </div>
      {finding ? (
        <PersonPicker
          label={task.form.assignee}
          error={refused.assigneeId}
          onChoose={(one) => {
            setPerson(one);
            setFinding(false);
          }}
        />
      ) : (
        <div className="task-chosen">
          <span>{task.form.assignee}:</span>
          {person && <Avatar name={person.name} size={20} />}
          <strong>{person?.name ?? task.form.me}</strong>
          <Button size="small" onClick={() => setFinding(true)}>
            {task.form.other}
          </Button>
        </div>
      )}
      <TextField
        {...text('link')}
        label={task.form.link}
        hint={task.form.linkHint}
        maxLength={300}
        error={refused.link && task.form.badLink}
      />
      <ConfirmDialog
        open={asking}
        title={task.form.discardTitle}
        confirmLabel={words.discard}
        look="danger"
        onConfirm={closeTaskDialog}
        onClose={() => setAsking(false)}
      >
        {task.form.discardText}
      </ConfirmDialog>
    </TaskQuestion>
  );
}
